import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { toApiError } from '../platform/db/errors.ts';
import { ping } from '../platform/db/health.ts';
import { migrate, pendingMigrations } from '../platform/db/migrations/migrate.ts';
import type { ProcessState } from '../platform/process-state.ts';
import type { BackgroundWork } from './background-work.ts';
import { type FirstCredentials, prepareFirstStart } from './first-start.ts';
import type { Services } from './services.ts';

const RETRY_START_MS = 1_000;

export interface Starting {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly state: ProcessState;
  readonly services: Services;
  readonly background: BackgroundWork;
}

/** Migrates and starts the background work; retries while the database is unavailable. */
export async function startWork(starting: Starting): Promise<FirstCredentials | null> {
  const { db, state, background } = starting;
  // credentials of an earlier attempt are shown even when a later step needs several attempts
  let credentials: FirstCredentials | null = null;
  for (;;) {
    try {
      credentials = (await prepareDatabase(starting)) ?? credentials;
      await background.start();
      state.isReady = !state.isDraining;
      return credentials;
    } catch (error) {
      if (state.isDraining) return credentials;
      if (!(error instanceof NotReadyYet) && toApiError(error) === null) throw error;
      db.log.warn({ err: error }, 'start failed: not ready yet; trying again in a second');
      await background.stop();
      await sleep(RETRY_START_MS);
    }
  }
}

/** A condition that ends without a restart: the database returns, or an operator runs the migrations. */
class NotReadyYet extends Error {}

async function prepareDatabase({ config, db, clock, services }: Starting): Promise<FirstCredentials | null> {
  await ping(db).catch((cause: unknown) => {
    throw new NotReadyYet('the database does not answer: check that it runs and that DATABASE_URL is right', { cause });
  });
  if (config.autoMigrate) await migrate(db, db.log);
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new NotReadyYet(`run the migrations (npm run db:migrate), or set AUTO_MIGRATE=true; pending: ${pending.join(', ')}`);
  return prepareFirstStart(config, services, clock);
}
