import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { testSender } from './support.ts';

/** A process that only sends webhooks, from the database whose URL is its argument. It says when it has started. */
const [url = ''] = process.argv.slice(2);
testSender(openDatabaseAt(url)).start();
process.stdout.write('started\n');
setInterval(() => {}, 60_000);
