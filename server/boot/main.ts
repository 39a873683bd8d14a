import cluster from 'node:cluster';
import { ConfigError, readConfig } from '../config/read-config.ts';
import type { Config, Environment } from '../config/types.ts';
import { messagingFaults } from '../platform/messaging/routes/read-messaging.ts';
import { createLogger, type ProcessLogger } from '../platform/observe/logger.ts';
import { CONSOLE_PATH } from '../platform/pages/console-page.ts';
import { StartError } from '../platform/start-error.ts';
import { joinFellows } from './fellow-workers.ts';
import type { FirstCredentials } from './first-start.ts';
import { type Runtime, startRuntime } from './runtime.ts';
import { servesConsole } from './services/services.ts';
import { answerWithoutMetrics, readMetricsOfAll, runWorkers, shareMetrics } from './workers.ts';

/** The process: config → database → app → listen → drain on SIGTERM or SIGINT. */

/** After the drain. */
const HARD_STOP_MS = 10_000;
/** The state of a process that failed is unknown, so it serves on only for a moment. */
const DRAIN_AFTER_FAILURE_MS = 500;
/** A second signal within this time counts as the first: a terminal signals a whole process group, and npm passes signals on. */
const ECHO_MS = 1_000;

/** Starts the server, or the first process of its workers. A faulty configuration ends the process. */
export function runServer(load: () => Environment): void {
  // the reader of the output may end (EPIPE); the server continues
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
  const config = readConfigOrExit(load);
  const logger = createLogger(config.logLevel);
  if (cluster.isPrimary) for (const warning of config.warnings) logger.log.warn(warning);
  if (config.http.workers > 1 && cluster.isPrimary) keepWorkers(config, logger);
  else void serve(config, logger);
}

function readConfigOrExit(load: () => Environment): Config {
  try {
    return readConfig(load(), messagingFaults);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function keepWorkers({ http, redisUrl }: Config, { log, flush }: ProcessLogger): void {
  if (redisUrl === null) log.warn('each worker counts rate limits on its own; set REDIS_URL to share the counts');
  const { stop, ended } = runWorkers(http, log);
  onStop(stop, flush);
  void ended.then((code) => exit(code, flush));
}

async function serve(config: Config, { log, logAnswer, flush }: ProcessLogger): Promise<void> {
  const starting = start(config, { log, logAnswer });
  let isEnding = false;
  const end = (code: number, drainMs: number): void => {
    if (isEnding) return;
    isEnding = true;
    log.info({ drainMs }, 'shutting down: serving on until balancers have noticed, then finishing the requests in progress');
    starting
      .then((runtime) => runtime.close({ drainMs }))
      .then(
        () => exit(code, flush),
        (error: unknown) => fail(error, { log, flush }),
      );
    setTimeout(() => exit(1, flush), drainMs + HARD_STOP_MS).unref();
  };
  // registered before the start is done, so that a signal during the start ends the process too
  onStop(() => end(0, config.http.drainSeconds * 1_000), flush);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, `${event}: the state of the process is unknown, so it shuts down`);
      end(1, DRAIN_AFTER_FAILURE_MS);
    });
  }
  const runtime = await starting.catch((error: unknown) => fail(error, { log, flush }));
  const address = servesConsole(config) ? `http://localhost:${await runtime.listening}${CONSOLE_PATH}` : null;
  runtime.started.then(
    (credentials) => announce(credentials, address),
    (error: unknown) => fail(error, { log, flush }),
  );
}

async function start(config: Config, { log, logAnswer }: Pick<ProcessLogger, 'log' | 'logAnswer'>): Promise<Runtime> {
  const fellows = joinFellows();
  if (fellows !== null) answerWithoutMetrics();
  const runtime = await startRuntime({ config, log, logAnswer, ...(fellows === null ? {} : { fellows, readMetrics: readMetricsOfAll }) });
  const onListening = (port: number): void => {
    if (fellows !== null) shareMetrics(runtime.metrics);
    log.info(
      { port, host: config.http.host, database: config.database.engine, env: config.env },
      `listening on http://localhost:${port}${config.pages.docs ? ', API reference at /docs' : ''}`,
    );
  };
  void runtime.listening.then(onListening);
  return runtime;
}

/** Written to standard output, not to the log, which must not contain secrets. */
function announce(credentials: FirstCredentials | null, consoleAddress: string | null): void {
  if (credentials === null) return;
  const { operator, apiKey, projectId } = credentials;
  const lines = [
    '',
    '  First start. Save these credentials now: they are shown only once, and the server does not store them in clear.',
    ...(consoleAddress === null ? [] : [`    console    ${consoleAddress}`]),
    ...(operator === null ? [] : [`    operator   ${operator.username}   password   ${operator.password}   (project ${projectId})`]),
    ...(apiKey === null ? [] : [`    API key    ${apiKey}`]),
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

function onStop(stop: () => void, flush: () => void): void {
  let since: number | null = null;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (since === null) {
        since = performance.now();
        stop();
      } else if (performance.now() - since > ECHO_MS) exit(1, flush);
    });
  }
}

function fail(error: unknown, { log, flush }: Pick<ProcessLogger, 'log' | 'flush'>): never {
  if (error instanceof StartError) log.fatal(error.message);
  else log.fatal({ err: error }, 'the server ends because of an error');
  return exit(1, flush);
}

function exit(code: number, flush: () => void): never {
  flush();
  process.exit(code);
}
