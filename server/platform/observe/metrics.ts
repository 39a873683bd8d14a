import { type Aggregator, Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { type AnsweredRequest, RequestDurations } from './request-durations.ts';

export interface LabelledValue<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
}

/** A value that may be unknown, such as that of a database which does not answer; the metric is absent then. */
export interface Observed {
  /** How the values of several workers become one; by default their sum. */
  readonly aggregator?: Aggregator;
  /** Must neither reject nor take longer than a second. */
  read(): Promise<number | null> | number | null;
}

export interface HttpMetrics {
  started(): void;
  finished(request: AnsweredRequest): void;
}

/** Every metric of the process. Label values come from the endpoints, so that clients cannot create new ones. */
export class Metrics implements HttpMetrics {
  readonly registry = new Registry();
  readonly #durations = new RequestDurations();
  #inFlight = 0;

  constructor() {
    this.gauge('http_requests_in_flight', 'Requests that are being answered.', () => this.#inFlight);
    this.registry.registerMetric(this.#durations);
    collectDefaultMetrics({ register: this.registry });
  }

  /** A value that is read when the metrics are requested. */
  gauge(name: string, help: string, read: () => number): void {
    new Gauge({
      name: `diwan_${name}`,
      help,
      registers: [this.registry],
      collect() {
        this.set(read());
      },
    });
  }

  /** A value that is read when the metrics are requested, and may be unknown or belong to all workers together. */
  observe(name: string, help: string, { aggregator = 'sum', read }: Observed): void {
    new Gauge({
      name: `diwan_${name}`,
      help,
      aggregator,
      registers: [this.registry],
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  }

  /** Facts of the process as labels of the constant value 1; workers report equal ones. */
  info<L extends string>(name: string, help: string, labels: Readonly<Record<L, string>>): void {
    new Gauge({ name: `diwan_${name}`, help, aggregator: 'max', labelNames: Object.keys(labels), registers: [this.registry] }).set(
      labels,
      1,
    );
  }

  /** The time of the last event, in seconds since 1970, and 0 before the first one. The latest time of all workers counts. */
  timestamp(name: string, help: string, read: () => Date | null): void {
    new Gauge({
      name: `diwan_${name}_timestamp_seconds`,
      help,
      aggregator: 'max',
      registers: [this.registry],
      collect() {
        this.set((read()?.getTime() ?? 0) / 1_000);
      },
    });
  }

  /** Labelled values that are read when the metrics are requested. */
  gauges<L extends string>(name: string, help: string, labelNames: readonly L[], read: () => readonly LabelledValue<L>[]): void {
    new Gauge({
      name: `diwan_${name}`,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        for (const { labels, value } of read()) this.set(labels, value);
      },
    });
  }

  /** Growing values that are read when the metrics are requested. */
  counters<L extends string>(name: string, help: string, labelNames: readonly L[], read: () => readonly LabelledValue<L>[]): void {
    new Counter({
      name: `diwan_${name}`,
      help,
      labelNames,
      registers: [this.registry],
      collect() {
        this.reset();
        for (const { labels, value } of read()) this.inc(labels, value);
      },
    });
  }

  /** A growing value, one for each set of labels. */
  counter<L extends string = never>(name: string, help: string, labelNames: readonly L[] = []): Counter<L> {
    return new Counter({ name: `diwan_${name}`, help, labelNames, registers: [this.registry] });
  }

  started(): void {
    this.#inFlight += 1;
  }

  finished(request: AnsweredRequest): void {
    this.#inFlight -= 1;
    this.#durations.record(request);
  }
}

/** The metrics of the process that restarts the workers. A process without workers reports itself as the only one. */
export function registerRestarts(registry: Registry, workers: number): Counter {
  new Gauge({ name: 'diwan_workers_configured', help: 'Processes that should serve requests.', registers: [registry] }).set(workers);
  return new Counter({ name: 'diwan_worker_restarts_total', help: 'Workers that died and were replaced.', registers: [registry] });
}
