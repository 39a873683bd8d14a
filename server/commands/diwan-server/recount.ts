import { readConfig } from '../../config/read-config.ts';
import type { Environment } from '../../config/types.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Drift, RecountStep } from '../../platform/db/records/recount-steps.ts';
import { recountBuilds } from '../../services/apps/analytics/users/recount-builds.ts';
import { recountAuth } from '../../services/auth/auth-sums.ts';
import { recountFeedback } from '../../services/feedback/counts/recount.ts';
import { onDatabase } from '../on-database.ts';

/** Compares all counters with their rows, and repairs them unless `check`. */
export async function recountAll(environment: Environment, { check = false }: { check?: boolean }): Promise<number> {
  const { database } = readConfig(environment);
  // counting millions of rows may take long
  return onDatabase(database, (db) => recount(db, !check), { deadlineMs: null });
}

async function recount(db: Database, repair: boolean): Promise<number> {
  let compared = 0;
  const onStep = (step: RecountStep): void => {
    compared += step.compared;
    process.stderr.write(`${step.name}: ${step.compared} compared, ${step.drifts.length} off\n`);
    for (const drift of step.drifts) process.stdout.write(`${describe(drift)}\n`);
  };
  const options = { repair, onStep };
  const drifts = [...(await recountFeedback(db, options)), ...(await recountAuth(db, options)), ...(await recountBuilds(db, options))];
  const off = drifts.length;
  if (off === 0) process.stdout.write(`Recounted: all ${compared} counters equal their rows.\n`);
  else if (repair) process.stdout.write(`Recounted: ${off} counters repaired, the others of ${compared} equal their rows.\n`);
  else process.stdout.write(`Recounted: ${off} of ${compared} counters do not equal their rows. Without --check they are repaired.\n`);
  return off > 0 && !repair ? 1 : 0;
}

function describe({ counter, row, kept, counted }: Drift): string {
  return `${counter} ${row}: ${kept}, by its rows ${counted}`;
}
