import { isFileGone } from '../db/statements/driver-error.ts';
import { FILE_GONE_MESSAGE } from '../db/statements/errors.ts';
import { type ApiError, unavailable } from '../errors.ts';
import type { ProcessState } from '../process-state.ts';

export interface ReadinessDeps {
  readonly state: ProcessState;
  /** Whether the other workers on this port have been ready too: a request after this one may reach any of them. */
  wereFellowsReady(): boolean;
  /** Why the process is not ready, or its database does not answer; null if unknown. */
  notReadyReason(): string | null;
  /** Resolves when the database answers, and rejects after `deadlineMs` at the latest. */
  ping(deadlineMs: number): Promise<void>;
}

/** How long a check waits for the database. Less than the second after which many balancers abandon a check. */
const CHECK_MS = 500;
const DEEP_CHECK_MS = 1_000;

export interface Check {
  readonly isDeep: boolean;
  /** Whether the client may know the reason, which names users and hosts. */
  readonly mayKnow: boolean;
}

export interface DatabaseState {
  readonly database: 'ok' | 'unreachable';
  readonly reason?: string;
}

/**
 * The state of the database, unless the process starts or drains. Without its database a process still answers reads from memory, so only
 * a deep check refuses it: a balancer would otherwise take out all processes at once. A file that is gone does not come back by itself.
 * @throws ApiError 503 with the reason
 */
export async function requireReady(deps: ReadinessDeps, { isDeep, mayKnow }: Check): Promise<DatabaseState> {
  const { state, ping, notReadyReason, wereFellowsReady } = deps;
  const because = (reason: string | null): string => (mayKnow && reason !== null ? ` ${reason}` : '');
  if (state.isDraining) throw unavailable('The process is shutting down.');
  if (!state.isReady) throw starting(because(notReadyReason()), mayKnow ? state.pendingMigrations : []);
  if (!wereFellowsReady()) throw unavailable('The process is starting: not all of its workers are ready yet.');
  try {
    await ping(isDeep ? DEEP_CHECK_MS : CHECK_MS);
    return { database: 'ok' };
  } catch (error) {
    if (isFileGone(error)) throw unavailable(FILE_GONE_MESSAGE, error);
    const reason = notReadyReason() ?? String(error);
    if (isDeep) throw unavailable(`The database does not answer.${because(reason)}`, error);
    return mayKnow ? { database: 'unreachable', reason } : { database: 'unreachable' };
  }
}

/** The names have a field of their own: in a message, which `detail` repeats, they would hide the reason. */
function starting(reason: string, pendingMigrations: readonly string[]): ApiError {
  const error = unavailable(`The process is starting, or migrations are pending.${reason}`);
  if (pendingMigrations.length > 0) error.extras.pendingMigrations = pendingMigrations;
  return error;
}
