import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

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
  readonly #inFlight: Gauge;
  readonly #duration: Histogram;
  /** By method, status and route, because looking up labels costs more than counting. */
  readonly #children = new Map<string, Histogram.Internal<string>>();

  constructor() {
    const registers = [this.registry];
    this.#inFlight = new Gauge({ name: 'diwan_http_requests_in_flight', help: 'Requests that are being answered.', registers });
    this.#duration = new Histogram({
      name: 'diwan_http_request_duration_seconds',
      help: 'Time from the first byte of a request to the last of its answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2.5],
      registers,
    });
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
    this.#inFlight.inc();
  }

  finished({ method, route, status, seconds }: AnsweredRequest): void {
    this.#inFlight.dec();
    const key = `${method} ${status} ${route}`;
    let child = this.#children.get(key);
    if (child === undefined) {
      child = this.#duration.labels(method, route, String(status));
      this.#children.set(key, child);
    }
    child.observe(seconds);
  }
}
