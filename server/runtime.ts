import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '../models/auth/Session.ts';
import { User } from '../models/auth/User.ts';
import { ChangelogEntry } from '../models/feedback/ChangelogEntry.ts';
import { Comment } from '../models/feedback/Comment.ts';
import { Favorite } from '../models/feedback/Favorite.ts';
import { Post } from '../models/feedback/Post.ts';
import { Review } from '../models/feedback/Review.ts';
import { RoadmapItem } from '../models/feedback/RoadmapItem.ts';
import { initModels } from '../models/index.ts';
import { Operator } from '../models/platform-admin/Operator.ts';
import { TestPhone } from '../models/platform-admin/TestPhone.ts';
import { createApp } from './app.ts';
import { startBackgroundWork, stopBackgroundWork } from './background-work.ts';
import { composeAuth } from './compose-auth.ts';
import { composeFeedback, composeMail } from './compose-feedback.ts';
import type { Config } from './config/types.ts';
import { type FirstCredentials, prepareFirstStart } from './first-start.ts';
import { createApiKeyGuard } from './platform/auth/api-key-guard.ts';
import { type LiveSigningKeys, loadSigningKeys, type SigningKeys } from './platform/auth/signing-keys.ts';
import { createTokenGuard } from './platform/auth/token-guard.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import { openDatabase } from './platform/db/connection.ts';
import { database, useDatabase } from './platform/db/database.ts';
import { toApiError } from './platform/db/errors.ts';
import { ping } from './platform/db/health.ts';
import { migrate, pendingMigrations } from './platform/db/migrate.ts';
import { guardTenancy } from './platform/db/tenancy.ts';
import type { Service } from './platform/http/endpoint.ts';
import { Gate } from './platform/http/gate.ts';
import { createRateLimiters, type RateLimiters } from './platform/http/rate-limits.ts';
import { answerBrokenRequest, MAX_CONNECTIONS, SERVER_LIMITS, STALLED_MS } from './platform/http/server-limits.ts';
import { type AnswerLogger, answerLogger, type Logger } from './platform/logger.ts';
import type { WorkerSetup } from './platform/mail/worker.ts';
import { Metrics } from './platform/metrics.ts';
import type { ProcessState } from './platform/process-state.ts';
import { appsService } from './routes/apps/index.ts';
import { authServices } from './routes/auth/index.ts';
import { feedbackService } from './routes/feedback/index.ts';
import { platformAdmin } from './routes/platform-admin/index.ts';
import { apiKeyDirectory, type RunningApiKeyDirectory } from './services/apps/api-key-directory.ts';
import { waitingEvents } from './services/apps/event-writer.ts';
import { settleDeliveries } from './services/auth/otp.ts';
import { projectDirectory, type SettingsDirectory } from './services/platform-admin/project-directory.ts';
import { useOtpDefaults } from './services/platform-admin/project-record.ts';
import { useConfiguredTestPhones } from './services/platform-admin/test-phones.ts';
import { VERSION } from './version.ts';

export interface RuntimeDeps {
  readonly config: Config;
  readonly log: Logger;
  /** How the line of each request is written; by default as any other. */
  readonly logAnswer?: AnswerLogger;
  readonly clock?: Clock;
  /** Services beside the configured ones. */
  readonly extraServices?: readonly Service[];
  /** The metrics of all workers; by default those of this process. */
  readMetrics?(own: Metrics): Promise<{ type: string; text: string }>;
}

export interface Runtime {
  readonly port: number;
  readonly metrics: Metrics;
  readonly keys: SigningKeys;
  /** Resolves when requests are served, with what a first start made; rejects when the start can never succeed. */
  readonly started: Promise<FirstCredentials | null>;
  /** Ends gracefully: says so to who balances the load, finishes what is under way, lets go of everything (contract §1.8). */
  close(options?: { drainMs?: number }): Promise<void>;
}

const RETRY_START_MS = 1_000;
/** How long a balancer gets to notice that `/readyz` turned 503 before new connections are refused. */
const DRAIN_MS = 500;
/** What is still under way after this is cut off; below the 10 s in which the process must be gone. */
const FINISH_MS = 8_000;
const SWEEP_MS = 50;
/** Below the database's pool, which background work needs too. */
const GATE = { places: 10, queue: 1_000, waitMs: 1_500 };
/** Reads of which each may hold megabytes, or the processor for long. */
const WIDE_GATE = { places: 2, queue: 200, waitMs: 1_500 };
/** Enough to keep the cores hashing while others of them are at the database, which they hold no place at. */
const PASSWORD_GATE = { places: 8, queue: 1_000, waitMs: 1_500 };
/** A flood of requests for codes keeps neither the pool nor the places of others. */
const SEND_GATE = { places: 8, queue: 1_000, waitMs: 1_500 };

/** Puts the parts together and listens at once: while the database is away or migrating, `/readyz` says so. */
export async function startRuntime(deps: RuntimeDeps): Promise<Runtime> {
  const { config, log, clock = systemClock } = deps;
  useDatabase(openDatabase(config.database, log));
  initModels(database());
  guardTenants();
  useOtpDefaults(config.otp);
  useConfiguredTestPhones(
    config.defaultProjectId,
    config.testPhones.seeded.map(({ phone }) => phone),
  );
  const state: ProcessState = { isReady: false, isDraining: false };
  const keys = loadSigningKeys(config.keys.jwtKeysFile, config.dataDir, clock);
  const limits = createRateLimiters(config, log);
  const metrics = new Metrics();
  const directory = apiKeyDirectory(log);
  const projects = projectDirectory();
  composeAuth({ config, log, clock, keys, metrics, projects });
  composeFeedback({ log, clock, projects });
  const server = createHttpServer({ ...deps, clock, state, keys, limits, metrics, directory, projects });
  await listen(server, config);
  keys.follow(log);
  const started = startWork({ config, log, clock, state, mail: composeMail({ config, log, clock, metrics }) });
  started.catch(() => {});
  return {
    port: (server.address() as AddressInfo).port,
    metrics,
    keys,
    started,
    close: (options) => close({ server, state, keys, limits, directory }, options?.drainMs ?? DRAIN_MS),
  };
}

/** Behind the look-ups by project stands the tripwire (design §4.3). */
function guardTenants(): void {
  const auth = [Operator, TestPhone, User, Session];
  const feedback = [ChangelogEntry, Comment, Favorite, Post, Review, RoadmapItem];
  for (const model of [...auth, ...feedback]) guardTenancy(model);
}

interface Parts extends RuntimeDeps {
  readonly clock: Clock;
  readonly state: ProcessState;
  readonly keys: SigningKeys;
  readonly limits: RateLimiters;
  readonly metrics: Metrics;
  readonly directory: RunningApiKeyDirectory;
  readonly projects: SettingsDirectory;
}

function createHttpServer(parts: Parts): Server {
  const { config, log, clock, state, keys, metrics } = parts;
  const gate = new Gate(GATE);
  const wideGate = new Gate(WIDE_GATE);
  const passwordGate = new Gate(PASSWORD_GATE);
  const sendGate = new Gate(SEND_GATE);
  metrics.gauge('database_work_running', 'Requests that hold a place near the pool.', () => gate.busy);
  metrics.gauge('database_work_waiting', 'Requests that wait for such a place.', () => gate.waiting);
  metrics.gauge('wide_reads_waiting', 'Large or long reads that wait for a place.', () => wideGate.waiting);
  metrics.gauge('password_work_waiting', 'Requests that wait to have a password hashed.', () => passwordGate.waiting);
  metrics.gauge('sends_waiting', 'Requests for a code that wait for a place.', () => sendGate.waiting);
  metrics.gauge('events_waiting', 'Analytics events that wait to be committed.', waitingEvents);
  const app = createApp({
    ...parts,
    gate,
    wideGate,
    passwordGate,
    sendGate,
    version: VERSION,
    services: [...servicesOf(config), ...(parts.extraServices ?? [])],
    tokens: createTokenGuard(keys, clock, config.keys.accessTokenSeconds),
    apiKeys: createApiKeyGuard({ directory: parts.directory, clock, platformKey: config.admin.apiKey }),
    defaultProjectId: config.defaultProjectId,
    globalLimitOnAll: config.rateLimits.globalScope === 'all',
    metricsToken: config.metricsToken,
    isReady: () => state.isReady,
    isDraining: () => state.isDraining,
    translate: toApiError,
    ping: () => ping(database()),
    logAnswer: parts.logAnswer ?? answerLogger(log),
    readMetrics: () => (parts.readMetrics ?? readOwnMetrics)(metrics),
  });
  const server = createServer(SERVER_LIMITS, app);
  server.maxConnections = MAX_CONNECTIONS;
  // a client that never reads its answer would hold the socket for ever
  server.setTimeout(STALLED_MS);
  server.on('clientError', (error, socket) => answerBrokenRequest(error, socket, clock));
  return server;
}

/** The reads of every client come first: Express looks at its routes from the top. */
function servicesOf({ services }: Config): Service[] {
  return [
    ...(services.includes('apps') ? [appsService] : []),
    ...(services.includes('feedback') ? [feedbackService] : []),
    ...(services.includes('auth') ? authServices : []),
    platformAdmin,
  ];
}

async function readOwnMetrics({ registry }: Metrics): Promise<{ type: string; text: string }> {
  return { type: registry.contentType, text: await registry.metrics() };
}

function listen(server: Server, { http }: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(http.port, http.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

interface Work {
  readonly config: Config;
  readonly log: Logger;
  readonly clock: Clock;
  readonly state: ProcessState;
  readonly mail: WorkerSetup;
}

/** Migrates and starts the background work; tries again as long as the database is away. */
async function startWork(work: Work): Promise<FirstCredentials | null> {
  const { log, state } = work;
  // kept over the tries: what was made is shown even when the rest takes several
  let credentials: FirstCredentials | null = null;
  for (;;) {
    try {
      credentials = (await prepareDatabase(work)) ?? credentials;
      await startBackgroundWork(work);
      state.isReady = !state.isDraining;
      return credentials;
    } catch (error) {
      if (state.isDraining) return credentials;
      if (!(error instanceof NotYet) && toApiError(error) === null) throw error;
      log.warn({ err: error }, 'not ready yet; trying again in a second');
      await sleep(RETRY_START_MS);
    }
  }
}

/** What passes by itself, or by what an operator does meanwhile. */
class NotYet extends Error {}

async function prepareDatabase({ config, log, clock }: Work): Promise<FirstCredentials | null> {
  await ping(database()).catch((cause: unknown) => {
    throw new NotYet('the database does not answer', { cause });
  });
  if (config.autoMigrate) await migrate(database(), log);
  const pending = await pendingMigrations(database());
  if (pending.length > 0)
    throw new NotYet(`run the migrations (npm run db:migrate), or set AUTO_MIGRATE=true; pending: ${pending.join(', ')}`);
  return prepareFirstStart(config, clock);
}

type Closing = Pick<Parts, 'state' | 'limits' | 'directory'> & { readonly server: Server; readonly keys: LiveSigningKeys };

async function close({ server, state, keys, limits, directory }: Closing, drainMs: number): Promise<void> {
  state.isDraining = true;
  await sleep(drainMs);
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  // a connection that was busy just now is kept alive by its client
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cutOff = setTimeout(() => server.closeAllConnections(), FINISH_MS);
  const lateEnough = sleep(FINISH_MS, undefined, { ref: false });
  await closed;
  clearInterval(sweep);
  clearTimeout(cutOff);
  keys.stop();
  await Promise.race([Promise.all([stopBackgroundWork(), settleDeliveries()]), lateEnough]);
  await directory.settled();
  await limits.close();
  await database().close();
}
