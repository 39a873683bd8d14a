/** A process that takes the lease of a work and never finishes: `lease-holder.ts <database URL> <name> <time>`. It prints `held`. */
import { startSharedWork } from '../../../server/platform/concurrency/shared-work.ts';
import { openDatabaseAt } from '../databases/scratch-database.ts';

const [url = '', name = '', time = ''] = process.argv.slice(2);

const run = async (): Promise<void> => {
  process.stdout.write('held\n');
  // keeps the process alive until it is killed
  await new Promise((resolve) => setTimeout(resolve, 3_600_000));
};
startSharedWork(openDatabaseAt(url), { name, clock: { now: () => new Date(time) }, run }, 0);
