import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../config/types.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { ping } from '../platform/db/health.ts';
import { migrate, pendingMigrations } from '../platform/db/migrations/migrate.ts';
import { driverErrorOf } from '../platform/db/statements/driver-error.ts';
import { toApiError } from '../platform/db/statements/errors.ts';
import { isReported } from '../platform/observe/loggable-error.ts';
import type { ProcessState } from '../platform/process-state.ts';
import type { BackgroundWork } from './background-work.ts';
import { type FirstCredentials, prepareFirstStart } from './first-start.ts';
import type { Services } from './services/services.ts';

/** The pause after a failed attempt doubles up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 8_000;
/** Longer than opening a connection may take, whose failure names the reason. */
const PING_MS = 4_000;

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
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      credentials = (await prepareDatabase(starting)) ?? credentials;
      await background.start();
      if (state.waitsFor !== null) db.log.info('the start succeeded: requests are answered');
      state.waitsFor = null;
      state.pendingMigrations = [];
      state.isReady = !state.isDraining;
      return credentials;
    } catch (error) {
      if (state.isDraining) return credentials;
      if (!(error instanceof NotReadyYet) && toApiError(error) === null) throw error;
      reportWait(error, starting);
      await background.stop();
      await sleep(pauseMs);
    }
  }
}

/** One line for each reason, not for each attempt. */
function reportWait(error: unknown, { db, state }: Starting): void {
  const reason = error instanceof NotReadyYet ? error.message : driverErrorOf(error).message;
  const pending = error instanceof NotReadyYet ? error.pending : [];
  if (reason !== state.waitsFor && !isReported(error))
    db.log.warn(pending.length > 0 ? { pendingMigrations: pending } : {}, `not ready yet; trying again. ${reason}`);
  state.waitsFor = reason;
  state.pendingMigrations = pending;
}

/** A condition that ends without a restart: the database returns, or an operator runs the migrations. */
class NotReadyYet extends Error {
  /** The names of migrations that have not run. */
  readonly pending: readonly string[];

  constructor(message: string, { pending = [], cause }: { pending?: readonly string[]; cause?: unknown }) {
    super(message, { cause });
    this.pending = pending;
  }
}

async function prepareDatabase({ config, db, clock, services }: Starting): Promise<FirstCredentials | null> {
  await ping(db, PING_MS).catch((cause: unknown) => {
    throw new NotReadyYet(driverErrorOf(cause).message, { cause });
  });
  if (config.autoMigrate) await migrate(db, db.log);
  const pending = await pendingMigrations(db);
  if (pending.length > 0)
    throw new NotReadyYet(`${pending.length} migrations are pending: run npx diwan-server migrate, or set AUTO_MIGRATE=true.`, { pending });
  return prepareFirstStart(config, services, clock);
}
