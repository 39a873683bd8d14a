import cluster from 'node:cluster';
import { loadEnvironment } from './config/load-env-file.ts';
import { ConfigError, readConfig } from './config/read-config.ts';
import type { Config } from './config/types.ts';
import type { FirstCredentials } from './first-start.ts';
import { createLogger, type ProcessLogger } from './platform/logger.ts';
import { type Runtime, startRuntime } from './runtime.ts';
import { readMetricsOfAll, runWorkers, shareMetrics } from './workers.ts';

/** The process: config → database → app → listen → drain on SIGTERM or SIGINT. */

const HARD_STOP_MS = 10_000;
/** A second signal sooner than this is the first one's echo, as when a terminal signals a whole process group. */
const ECHO_MS = 1_000;

// whoever read the output may go away (EPIPE); the service goes on
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

const config = readConfigOrExit();
const logger = createLogger(config.logLevel);

if (config.http.workers > 1 && cluster.isPrimary) keepWorkers(config, logger);
else await serve(config, logger);

function readConfigOrExit(): Config {
  try {
    return readConfig(loadEnvironment());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  }
}

function keepWorkers({ http, redisUrl }: Config, { log, flush }: ProcessLogger): void {
  if (redisUrl === null) log.warn('rate limits are counted by each worker for itself; set REDIS_URL to share them');
  const { stop, ended } = runWorkers(http.workers, log);
  onStop(stop, flush);
  void ended.then((code) => exit(code, flush));
}

async function serve(config: Config, { log, logAnswer, flush }: ProcessLogger): Promise<void> {
  const starting = start(config, { log, logAnswer });
  let isEnding = false;
  const end = (code: number): void => {
    if (isEnding) return;
    isEnding = true;
    log.info('ending: finishing what is under way');
    starting
      .then((runtime) => runtime.close())
      .then(
        () => exit(code, flush),
        (error: unknown) => fail(error, { log, flush }),
      );
    setTimeout(() => exit(1, flush), HARD_STOP_MS).unref();
  };
  // before the start is done: a signal that comes during it ends the process as any other
  onStop(() => end(0), flush);
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, `${event}: the state of the process is unknown, so it ends`);
      end(1);
    });
  }
  const runtime = await starting.catch((error: unknown) => fail(error, { log, flush }));
  runtime.started.then(announce, (error: unknown) => fail(error, { log, flush }));
}

async function start(config: Config, { log, logAnswer }: Pick<ProcessLogger, 'log' | 'logAnswer'>): Promise<Runtime> {
  const runtime = await startRuntime({ config, log, logAnswer, ...(cluster.isWorker ? { readMetrics: readMetricsOfAll } : {}) });
  if (cluster.isWorker) shareMetrics(runtime.metrics);
  log.info(
    { port: runtime.port, host: config.http.host, database: config.database.engine, env: config.env },
    `listening on http://localhost:${runtime.port}, reference at /docs`,
  );
  return runtime;
}

/** Straight to standard output: the log holds no secrets. */
function announce(credentials: FirstCredentials | null): void {
  if (credentials === null) return;
  const { operator, apiKey, projectId } = credentials;
  const lines = [
    '',
    '  First start. Keep these now: they are shown once and stored nowhere in clear.',
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
  log.fatal({ err: error }, 'the server cannot go on');
  return exit(1, flush);
}

function exit(code: number, flush: () => void): never {
  flush();
  process.exit(code);
}
