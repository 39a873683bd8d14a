import { loadEnvironment } from '../../../config/load-env-file.ts';
import { readConfig } from '../../../config/read-config.ts';
import { sequelizeOptions } from '../options.ts';

const { DATABASE_URL, DATA_DIR } = loadEnvironment();

/** The database of sequelize-cli: the server's, found in the same variables and opened with the same options, but without deadlines. */
export default {
  ...sequelizeOptions(readConfig({ DATABASE_URL, DATA_DIR }).database, null),
  // a seed that ran is remembered, like a migration
  seederStorage: 'sequelize',
};
