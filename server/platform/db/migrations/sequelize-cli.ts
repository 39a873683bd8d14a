import { loadEnvironment } from '../../../config/load-env-file.ts';
import { readDatabaseConfig } from '../../../config/read-config.ts';
import { sequelizeOptions } from '../options.ts';

/** The database of sequelize-cli: the server's, found in the same variables and opened with the same options, but without deadlines. */
export default {
  ...sequelizeOptions(readDatabaseConfig(loadEnvironment()), null),
  // a seed that ran is remembered, like a migration
  seederStorage: 'sequelize',
};
