import { parseArgs } from 'node:util';
import { loadEnvironment } from './config/load-env-file.ts';
import { readConfig } from './config/read-config.ts';
import { messageOf, onDatabase } from './on-database.ts';
import type { Drift, RecountStep } from './platform/db/recount.ts';
import { recountFeedback } from './services/feedback/recount.ts';

/** The process behind `npm run recount`. */

const HELP = `Counts reviews, comments, favorites, posts, votes, roadmap and changelog anew, and repairs what is kept of them and is not right.

Usage: npm run recount [-- options]

  --check   repairs nothing; ends with 1 when a counter does not equal its rows
  --help    this text

Examples:
  npm run recount -- --check
  DATABASE_URL=mysql://… npm run recount

Servers may go on running and writing. Each counter that is off is a line of standard output, at most some thousands of a table;
standard error tells how far it is.
`;

const OPTIONS = { check: { type: 'boolean', default: false }, help: { type: 'boolean', default: false } } as const;

const asked = readArguments();
if (asked === null) process.exitCode = 2;
else if (asked.help) process.stdout.write(HELP);
else process.exitCode = await run({ repair: !asked.check });

function readArguments(): { check: boolean; help: boolean } | null {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\nSee --help.\n`);
    return null;
  }
}

/** Answers the exit code. */
async function run({ repair }: { repair: boolean }): Promise<number> {
  try {
    const { database } = readConfig(loadEnvironment());
    // a count of millions of rows takes as long as it needs
    return await onDatabase(database, () => recount(repair), { deadlineMs: null });
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n`);
    return 1;
  }
}

async function recount(repair: boolean): Promise<number> {
  let compared = 0;
  const onStep = (step: RecountStep): void => {
    compared += step.compared;
    process.stderr.write(`${step.name}: ${step.compared} compared, ${step.drifts.length} off\n`);
    for (const drift of step.drifts) process.stdout.write(`${describe(drift)}\n`);
  };
  const { length: off } = await recountFeedback({ repair, onStep });
  if (off === 0) process.stdout.write(`Recounted: all ${compared} counters equal their rows.\n`);
  else if (repair) process.stdout.write(`Recounted: ${off} counters repaired, the others of ${compared} equal their rows.\n`);
  else process.stdout.write(`Recounted: ${off} of ${compared} counters do not equal their rows. Without --check they are repaired.\n`);
  return off > 0 && !repair ? 1 : 0;
}

function describe({ counter, row, kept, counted }: Drift): string {
  return `${counter} ${row}: ${kept}, by its rows ${counted}`;
}
