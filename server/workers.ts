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

/** Starts the workers and resolves when all have ended after `stop`, with the highest of their exit codes. */
export function runWorkers(count: number, log: Logger): { stop(): void; ended: Promise<number> } {
  let isStopping = false;
  let worst = 0;
  const aggregator = new AggregatorRegistry<PrometheusContentType>();
  const ended = new Promise<number>((resolve) => {
    cluster.on('exit', (worker, code) => {
      if (isStopping) worst = Math.max(worst, code ?? 1);
      if (isStopping && Object.keys(cluster.workers ?? {}).length === 0) resolve(worst);
      if (isStopping) return;
      log.error({ worker: worker.process.pid, code }, 'a worker died; starting another');
      setTimeout(() => isStopping || cluster.fork(), RESTART_MS);
    });
  });
  cluster.on('message', (worker, message) => {
    if (message === ASK) void answerMetrics(aggregator, worker, log);
  });
  for (let index = 0; index < count; index += 1) cluster.fork();
  const stop = (): void => {
    isStopping = true;
    signalWorkers('SIGTERM');
    setTimeout(() => signalWorkers('SIGKILL'), KILL_MS).unref();
  };
  return { stop, ended };
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
