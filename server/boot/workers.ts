import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, type PrometheusContentType } from 'prom-client';
import type { Logger } from './platform/logger.ts';
import type { Metrics } from './platform/metrics.ts';

/** Several worker processes behind one port (`WEB_CONCURRENCY`). The first process only keeps them alive and adds up their metrics. */

interface MetricsAnswer {
  readonly diwanMetrics: { readonly type: string; readonly text: string };
}

const ASK = 'diwan:metrics';
/** A worker that dies at once is not started again in a tight loop. */
const RESTART_MS = 1_000;
/** Workers end by themselves within 10 s; one that cannot is ended. */
const KILL_MS = 11_000;
const ASK_TIMEOUT_MS = 2_000;

/**
 * Starts the workers and resolves when all have ended, with the highest of their exit codes: after `stop`, or when one dies
 * before any of them listened, as the next would.
 */
export function runWorkers(count: number, log: Logger): { stop(): void; ended: Promise<number> } {
  let isStopping = false;
  let hasListened = false;
  let worst = 0;
  const { promise: ended, resolve } = withResolver<number>();
  const endIfNoneIsLeft = (): void => {
    if (Object.keys(cluster.workers ?? {}).length === 0) resolve(worst);
  };
  const stop = (): void => {
    isStopping = true;
    signalWorkers('SIGTERM');
    setTimeout(() => signalWorkers('SIGKILL'), KILL_MS).unref();
    endIfNoneIsLeft();
  };
  cluster.on('listening', () => {
    hasListened = true;
  });
  cluster.on('exit', (worker, code, signal) => {
    if (!isStopping && hasListened) {
      log.error({ worker: worker.process.pid, code, signal }, 'a worker died; starting another');
      setTimeout(() => isStopping || cluster.fork(), RESTART_MS);
      return;
    }
    worst = Math.max(worst, exitCode(code, signal));
    if (isStopping) endIfNoneIsLeft();
    else stop();
  });
  answerForMetrics(log);
  for (let index = 0; index < count; index += 1) cluster.fork();
  return { stop, ended };
}

function withResolver<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** A worker that was asked to end before it could listen to signals did as it was told. */
function exitCode(code: number | null, signal: string | null): number {
  return signal === 'SIGTERM' ? 0 : (code ?? 1);
}

function answerForMetrics(log: Logger): void {
  const aggregator = new AggregatorRegistry<PrometheusContentType>();
  cluster.on('message', (worker, message) => {
    if (message === ASK) void answerMetrics(aggregator, worker, log);
  });
}

function signalWorkers(signal: NodeJS.Signals): void {
  for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill(signal);
}

async function answerMetrics(aggregator: AggregatorRegistry<PrometheusContentType>, worker: Worker, log: Logger): Promise<void> {
  try {
    const text = await aggregator.clusterMetrics();
    worker.send({ diwanMetrics: { type: aggregator.contentType, text } } satisfies MetricsAnswer);
  } catch (error) {
    log.warn({ err: error }, 'the workers could not be asked for their metrics');
  }
}

/** In a worker: makes its metrics part of the sum. */
export function shareMetrics(metrics: Metrics): void {
  AggregatorRegistry.setRegistries(metrics.registry);
  // the constructor is what makes a worker answer the first process
  new AggregatorRegistry<PrometheusContentType>();
}

/** In a worker: the metrics of all workers, asked of the first process. */
export function readMetricsOfAll(): Promise<{ type: string; text: string }> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      process.off('message', take);
      reject(new Error('the first process did not answer'));
    }, ASK_TIMEOUT_MS);
    const take = (message: unknown): void => {
      if (!isMetricsAnswer(message)) return;
      clearTimeout(timer);
      process.off('message', take);
      resolve(message.diwanMetrics);
    };
    process.on('message', take);
    process.send?.(ASK);
  });
}

function isMetricsAnswer(message: unknown): message is MetricsAnswer {
  return typeof message === 'object' && message !== null && 'diwanMetrics' in message;
}
