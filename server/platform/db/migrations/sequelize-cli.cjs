'use strict';
// sequelize-cli imports its configuration as it is, without tsx: this file must not be TypeScript
module.exports = require('./sequelize-cli.ts').default;
