import { loadEnvironment } from '../../../config/load-env-file.ts';
import { readConfig } from '../../../config/read-config.ts';
import { sequelizeOptions } from '../options.ts';

const settings = Object.entries(loadEnvironment()).filter(([name]) => name.startsWith('DATABASE_') || name === 'DATA_DIR');

/** The database of sequelize-cli: the server's, found in the same variables and opened with the same options, but without deadlines. */
export default {
  ...sequelizeOptions(readConfig(Object.fromEntries(settings)).database, null),
  // a seed that ran is remembered, like a migration
  seederStorage: 'sequelize',
};
