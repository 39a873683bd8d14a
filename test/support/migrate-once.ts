// A process of its own that runs the migrations of a folder and prints the names of those it ran: node … migrate-once.ts URL FOLDER
import { openDatabase } from '../../server/platform/db/connection.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { databaseConfig, silent } from './scratch-database.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const sequelize = openDatabase(databaseConfig(url), silent);
process.stdout.write(JSON.stringify(await migrate(sequelize, silent, folder)));
await sequelize.close();
