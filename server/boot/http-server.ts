import { createServer, type Server } from 'node:http';
import type { Config } from '../config/types.ts';
import { createApiKeyGuard } from '../platform/auth/api-key-guard.ts';
import type { LiveSigningKeys } from '../platform/auth/signing-keys.ts';
import { createTokenGuard } from '../platform/auth/token-guard.ts';
import type { Clock } from '../platform/clock.ts';
import { Admission } from '../platform/concurrency/admission.ts';
import { Bulkhead } from '../platform/concurrency/bulkhead.ts';
import { SharedReads } from '../platform/concurrency/shared-reads.ts';
import type { Database } from '../platform/db/database.ts';
import { ping } from '../platform/db/health.ts';
import { toApiError } from '../platform/db/statements/errors.ts';
import { composeService, type Service } from '../platform/http/endpoint.ts';
import type { RateLimiters } from '../platform/http/limits/rate-limits.ts';
import { createCors } from '../platform/http/reply/cors.ts';
import type { WholeReply } from '../platform/http/reply/reply.ts';
import { answerBrokenRequest, MAX_CONNECTIONS, refuseConnect, SERVER_LIMITS, STALLED_MS } from '../platform/http/server-limits.ts';
import { type AnswerLogger, answerLogger, type Logger } from '../platform/observe/logger.ts';
import type { Metrics } from '../platform/observe/metrics.ts';
import type { ProcessState } from '../platform/process-state.ts';
import { StartError, systemCode } from '../platform/start-error.ts';
import { createApp } from './app.ts';
import type { FellowWorkers } from './fellow-workers.ts';
import { endpointsOf, pagesOf, receiptHookOf, type Services, servesConsole } from './services/services.ts';
import { VERSION } from './version.ts';

const DATABASE_POOL = { queue: 1_000, waitMs: 1_500 };
const EMBEDDED_SLOTS = 10;
/** Fewer slots than connections, because background work and requests in the other pools need some too. */
const SPARE_CONNECTIONS = 2;
/** For reads that may each take megabytes of memory or much processor time. */
const WIDE_POOL = { slots: 2, queue: 200, waitMs: 1_500 };
/** Enough to keep the cores hashing while other requests use the database, for which they hold no slot. */
const PASSWORD_POOL = { slots: 8, queue: 1_000, waitMs: 1_500 };
/** A flood of requests for codes must not take the connections and slots of other requests. */
const SENDING_POOL = { slots: 8, queue: 1_000, waitMs: 1_500 };

export interface HttpServerOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Writes the log line of each request; by default like any other line. */
  readonly logAnswer?: AnswerLogger;
  /** Services in addition to the configured ones. */
  readonly extraServices?: readonly Service<unknown>[];
  /** The built console; the one of this installation by default. */
  readonly consoleFolder?: string;
  /** The metrics of all workers; by default those of this process. */
  readMetrics?(own: Metrics): Promise<{ type: string; text: string }>;
  /** The other workers of `WEB_CONCURRENCY`; none by default. */
  readonly fellows?: FellowWorkers;
}

export interface HttpServerParts extends HttpServerOptions {
  readonly clock: Clock;
  readonly db: Database;
  readonly state: ProcessState;
  readonly keys: LiveSigningKeys;
  readonly limits: RateLimiters;
  readonly metrics: Metrics;
  readonly services: Services;
}

export function createHttpServer(parts: HttpServerParts): Server {
  const { config, log, clock, db, state, keys, metrics, services } = parts;
  const pools = createPools(config, metrics, services);
  observeWrites(metrics, db);
  const app = createApp({
    ...parts,
    ...pools,
    version: VERSION,
    services: [...endpointsOf(services, config), ...(parts.extraServices ?? []).map((service) => composeService(service, null))],
    webPages: pagesOf(services, config),
    receiptHook: receiptHookOf(services, config),
    servesConsole: servesConsole(config),
    tokens: createTokenGuard({
      keys,
      clock,
      tokenSeconds: config.keys.accessTokenSeconds,
      revocations: services.revocations,
      uses: services.auth.refreshUses,
    }),
    appDirectory: services.apps.appProjects,
    apiKeys: createApiKeyGuard({ directory: services.apps.apiKeys, clock, platformKey: config.admin.apiKey }),
    cors: createCors(config.http.corsOrigins),
    projects: services.admin.projects,
    eventStreams: services.eventStreams,
    secondFactor: services.admin.secondFactor,
    defaultProjectId: config.defaultProjectId,
    globalLimitOnAll: config.rateLimits.globalScope === 'all',
    metricsToken: config.metricsToken,
    isReady: () => state.isReady,
    wereFellowsReady: () => parts.fellows?.wereAllReady ?? true,
    notReadyReason: () => db.outage.reason ?? state.waitsFor,
    isDraining: () => state.isDraining,
    translate: toApiError,
    ping: (deadlineMs) => ping(db, deadlineMs),
    logAnswer: parts.logAnswer ?? answerLogger(log),
    readMetrics: () => (parts.readMetrics ?? readOwnMetrics)(metrics),
  });
  const server = createServer({ ...SERVER_LIMITS, ...app.messages }, app.listener);
  server.maxConnections = MAX_CONNECTIONS + config.http.streamConnections;
  server.once('listening', () => pools.admission.start());
  server.once('close', () => pools.admission.stop());
  // otherwise a client that never reads its response would keep the socket open forever
  server.setTimeout(STALLED_MS);
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, { clock, version: VERSION }));
  // without these listeners Node answers itself, without the error body
  server.on('checkExpectation', app.listener);
  server.on('connect', (_req, socket) => refuseConnect(socket, { clock, version: VERSION }));
  return server;
}

function createPools({ database, http }: Config, metrics: Metrics, { apps, feedback, eventStreams }: Services) {
  const slots = database.engine === 'mysql' ? Math.max(1, database.poolSize - SPARE_CONNECTIONS) : EMBEDDED_SLOTS;
  const databasePool = new Bulkhead({ ...DATABASE_POOL, slots });
  const widePool = new Bulkhead(WIDE_POOL);
  const passwordPool = new Bulkhead(PASSWORD_POOL);
  const sendingPool = new Bulkhead(SENDING_POOL);
  const admission = new Admission({ delayMs: http.overloadDelayMs, queueMs: () => databasePool.oldestWaitMs });
  metrics.gauge('requests_under_way', 'Requests that count for the admission limit.', () => admission.underWay);
  metrics.gauge(
    'requests_admitted',
    'The admission limit: how many requests may be under way before writes are refused.',
    () => admission.limit,
  );
  metrics.gauge('database_work_running', 'Requests that hold a slot of the database pool.', () => databasePool.busy);
  metrics.gauge('database_work_waiting', 'Requests that wait for a slot of the database pool.', () => databasePool.waiting);
  metrics.gauge('wide_reads_waiting', 'Large or long reads that wait for a slot.', () => widePool.waiting);
  metrics.gauge('password_work_waiting', 'Requests that wait to have a password hashed.', () => passwordPool.waiting);
  metrics.gauge('sends_waiting', 'Requests for a code that wait for a slot.', () => sendingPool.waiting);
  metrics.gauge('events_waiting', 'Analytics events that wait to be committed.', () => apps.events.queue.waiting);
  metrics.gauge('event_streams_open', 'Open streams of changes.', () => eventStreams.size);
  const feedbackQueues = Object.values(feedback.writes);
  metrics.gauge('feedback_writes_waiting', 'Reviews, comments, posts, votes and favorites that wait to be committed.', () =>
    feedbackQueues.reduce((sum, { waiting }) => sum + waiting, 0),
  );
  return { admission, databasePool, widePool, passwordPool, sendingPool, sharedReads: new SharedReads<WholeReply>() };
}

function observeWrites(metrics: Metrics, { writes }: Database): void {
  metrics.timestamp('last_committed_write', 'When a write to the database was last committed.', () => writes.committed);
  metrics.timestamp('last_failed_write', 'When the database last refused a write or did not answer it.', () => writes.failed);
}

async function readOwnMetrics({ registry }: Metrics): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}

export function listen(server: Server, { http }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const refuse = (error: Error): void => reject(listenError(error, http));
    server.once('error', refuse);
    server.listen(http.port, http.host, () => {
      server.off('error', refuse);
      resolve();
    });
  });
}

function listenError(error: Error, { port, host }: Config['http']): Error {
  const code = systemCode(error);
  const other = port < 65_535 ? port + 1 : port - 1;
  if (code === 'EADDRINUSE')
    return new StartError(`Another program uses port ${port} (${code}): stop it, or choose another port: PORT=${other} npm start`, error);
  if (code === 'EACCES')
    return new StartError(`This user may not listen on port ${port} (${code}): choose a port above 1023: PORT=3000 npm start`, error);
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT'].includes(code))
    return new StartError(
      `HOST: this machine has no address ${host} (${code}): set HOST to 0.0.0.0 or to an address of this machine.`,
      error,
    );
  return error;
}

/** The port of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server does not listen on a port.');
  return address.port;
}
