// A process that runs the migrations of a folder and prints the names of those it ran: node … migrate-once.ts URL FOLDER
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { openDatabaseAt, silent } from './scratch-database.ts';

const [url = '', folder = ''] = process.argv.slice(2);
const db = openDatabaseAt(url);
process.stdout.write(JSON.stringify(await migrate(db, silent, folder)));
await db.close();
