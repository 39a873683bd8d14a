import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type PrometheusContentType, Registry } from 'prom-client';
import type { HttpConfig } from '../config/types.ts';
import type { Logger } from '../platform/observe/logger.ts';
import { type Metrics, registerRestarts } from '../platform/observe/metrics.ts';
import { createFork } from './fellow-workers.ts';

/** Several worker processes behind one port (`WEB_CONCURRENCY`). The first process only restarts them and adds up their metrics. */

interface MetricsAnswer {
  readonly diwanMetrics: { readonly type: string; readonly text: string };
}

const METRICS_REQUEST = 'diwan:metrics';
/** The pause before a worker is replaced, so that a worker that dies at once is not restarted in a tight loop. */
const RESTART_MS = 1_000;
/** Workers end within 10 s after their drain; a worker that has not ended after this time is killed. */
const KILL_MS = 11_000;
const METRICS_TIMEOUT_MS = 2_000;

/**
 * Starts the workers. `ended` resolves when all have ended, to the highest of their exit codes: after `stop`, or when one dies before any
 * of them has listened, because its replacement would die too.
 */
export function runWorkers({ workers: count, drainSeconds }: HttpConfig, log: Logger): { stop(): void; ended: Promise<number> } {
  let isStopping = false;
  let hasListened = false;
  let highestCode = 0;
  const own = new Registry();
  const restarts = registerRestarts(own, count);
  const fork = createFork(count);
  const { promise: ended, resolve } = withResolver<number>();
  const endIfNoneIsLeft = (): void => {
    if (Object.keys(cluster.workers ?? {}).length === 0) resolve(highestCode);
  };
  const stop = (): void => {
    isStopping = true;
    signalWorkers('SIGTERM');
    setTimeout(() => signalWorkers('SIGKILL'), drainSeconds * 1_000 + KILL_MS).unref();
    endIfNoneIsLeft();
  };
  cluster.on('listening', () => {
    hasListened = true;
  });
  cluster.on('exit', (worker, code, signal) => {
    if (!isStopping && hasListened) {
      log.error({ worker: worker.process.pid, code, signal }, 'worker died; starting another');
      restarts.inc();
      setTimeout(() => isStopping || fork(), RESTART_MS);
      return;
    }
    highestCode = Math.max(highestCode, exitCode(code, signal));
    if (isStopping) endIfNoneIsLeft();
    else stop();
  });
  answerForMetrics(own, log);
  for (let index = 0; index < count; index += 1) fork();
  return { stop, ended };
}

function withResolver<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A worker that receives SIGTERM before it handles signals ends as requested. */
function exitCode(code: number | null, signal: string | null): number {
  return signal === 'SIGTERM' ? 0 : (code ?? 1);
}

function answerForMetrics(own: Registry, log: Logger): void {
  const aggregator = new AggregatorRegistry<PrometheusContentType>();
  cluster.on('message', (worker, message) => {
    if (message === METRICS_REQUEST) void answerMetrics({ aggregator, own }, worker, log);
  });
}

function signalWorkers(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

interface Registries {
  readonly aggregator: AggregatorRegistry<PrometheusContentType>;
  /** The metrics of this process itself. */
  readonly own: Registry;
}

async function answerMetrics({ aggregator, own }: Registries, worker: Worker, log: Logger): Promise<void> {
  try {
    const text = `${await aggregator.clusterMetrics()}${await own.metrics()}`;
    worker.send({ diwanMetrics: { type: aggregator.contentType, text } } satisfies MetricsAnswer);
  } catch (error) {
    log.warn({ err: error }, 'reading the metrics of the workers failed; /metrics answers with an error');
  }
}

/** In a worker that starts: answers the first process, which waits for the metrics of every worker, that there are none yet. */
export function answerWithoutMetrics(): void {
  // the constructor registers the listener
  new AggregatorRegistry<PrometheusContentType>();
}

/** In a worker: adds its metrics to the sum. */
export function shareMetrics(metrics: Metrics): void {
  AggregatorRegistry.setRegistries(metrics.registry);
}

/** In a worker: the metrics of all workers, which the first process collects. */
export function readMetricsOfAll(): Promise<{ type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      process.off('message', onMessage);
      reject(new Error('the first process did not send the metrics of the workers in time'));
    }, METRICS_TIMEOUT_MS);
    const onMessage = (message: unknown): void => {
      if (!isMetricsAnswer(message)) return;
      clearTimeout(timer);
      process.off('message', onMessage);
      resolve(message.diwanMetrics);
    };
    process.on('message', onMessage);
    process.send?.(METRICS_REQUEST);
  });
}

function isMetricsAnswer(message: unknown): message is MetricsAnswer {
  return typeof message === 'object' && message !== null && 'diwanMetrics' in message;
}
