import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { initModels, TENANT_TABLES } from '../../models/index.ts';
import { type LiveSigningKeys, loadSigningKeys, type SigningKeys } from '../platform/auth/signing-keys.ts';
import { type Clock, systemClock } from '../platform/clock.ts';
import type { PasswordCost } from '../platform/crypto/password.ts';
import { createDatabase, type Database } from '../platform/db/database.ts';
import { createRateLimiters, type RateLimiters } from '../platform/http/limits/rate-limits.ts';
import { Metrics, registerRestarts } from '../platform/observe/metrics.ts';
import type { ProcessState } from '../platform/process-state.ts';
import { settleDeliveries } from '../services/auth/otp/deliveries.ts';
import { BackgroundWork } from './background-work.ts';
import { closeServer } from './close-server.ts';
import type { FirstCredentials } from './first-start.ts';
import { createHttpServer, type HttpServerOptions, listen, portOf } from './http-server.ts';
import { countRefusals, observe } from './observe.ts';
import { createServices, type Services } from './services/services.ts';
import { startWork } from './start-work.ts';

export interface RuntimeDeps extends HttpServerOptions {
  readonly clock?: Clock;
  /** Cost of a password hash; full by default. */
  readonly passwordCost?: PasswordCost;
  /** The longest wait before the first cleanup, in milliseconds; a minute by default, so that processes do not clean up at once. */
  readonly cleanupSpreadMs?: number;
}

export interface Runtime {
  /** Resolves to the port when it is open: before `startRuntime` returns, or in a worker of a later start when requests are served. */
  readonly listening: Promise<number>;
  readonly db: Database;
  readonly services: Services;
  readonly metrics: Metrics;
  readonly keys: SigningKeys;
  /** Resolves when requests are served, to the credentials of a first start; rejects when the start can never succeed. */
  readonly started: Promise<FirstCredentials | null>;
  /**
   * Ends gracefully: `/readyz` answers 503 at once, all other requests are served for `drainMs` more, so that a load balancer can notice.
   * Then new connections are refused and requests in progress finish. Idle connections may be used for `drainMs` more, 8 s at most.
   */
  close(options: { readonly drainMs: number }): Promise<void>;
}

/** Requests that take longer after the drain are cut off. Less than the 10 s after which the process must have ended. */
const FINISH_MS = 8_000;

/**
 * Creates all instances of one server and listens at once: while the database is unavailable or migrating, `/readyz` answers 503. A worker
 * that replaces another one listens when it is ready.
 */
export async function startRuntime(deps: RuntimeDeps): Promise<Runtime> {
  const { config, log, clock = systemClock, passwordCost, cleanupSpreadMs, fellows } = deps;
  const db = createDatabase(config.database, log, { initModels, tenantTables: TENANT_TABLES, clock });
  const state: ProcessState = { isReady: false, isDraining: false, waitsFor: null, pendingMigrations: [] };
  const keys = loadSigningKeys(config.keys.jwtKeysFile, config.dataDir, clock);
  const metrics = new Metrics();
  const limits = await createRateLimiters(config, log, countRefusals(metrics));
  observe({ metrics, db, clock, limits });
  if (deps.readMetrics === undefined) registerRestarts(metrics.registry, 1);
  const services = createServices({ config, db, clock, keys, metrics, passwordCost });
  const background = new BackgroundWork(services, { config, clock, db, cleanupSpreadMs });
  const server = createHttpServer({ ...deps, clock, db, state, keys, limits, metrics, services });
  const listening = new Promise<number>((resolve) => server.once('listening', () => resolve(portOf(server))));
  const isLater = fellows?.wereAllReady === true;
  if (!isLater) await listen(server, config);
  keys.follow(log);
  const started = startWork({ config, db, clock, state, services, background }).then(async (credentials) => {
    if (isLater && state.isReady) await listen(server, config);
    if (state.isReady) fellows?.reportReady();
    return credentials;
  });
  started.catch(() => {});
  const parts: Closing = { server, db, state, keys, limits, services, background };
  return {
    listening,
    db,
    services,
    metrics,
    keys,
    started,
    close: ({ drainMs }) => close(parts, drainMs),
  };
}

interface Closing {
  readonly server: Server;
  readonly db: Database;
  readonly state: ProcessState;
  readonly keys: LiveSigningKeys;
  readonly limits: RateLimiters;
  readonly services: Services;
  readonly background: BackgroundWork;
}

async function close({ server, db, state, keys, limits, services, background }: Closing, drainMs: number): Promise<void> {
  state.isDraining = true;
  // a process that was never ready gets no requests
  const servedMs = state.isReady ? drainMs : 0;
  await sleep(servedMs);
  const deadline = sleep(FINISH_MS, undefined, { ref: false });
  services.eventStreams.close();
  await closeServer(server, { idleMs: servedMs, finishMs: FINISH_MS });
  await keys.stop();
  await Promise.race([Promise.all([background.stop(), settleDeliveries(services.auth)]), deadline]);
  await services.apps.apiKeys.settled();
  await limits.close();
  await db.close();
}
