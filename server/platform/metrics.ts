import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { RequestDurations } from './request-durations.ts';

export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

export interface LabelledValue<L extends string> {
  readonly labels: Readonly<Record<L, string>>;
  readonly value: number;
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
