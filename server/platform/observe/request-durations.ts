import { Histogram } from 'prom-client';

export interface AnsweredRequest {
  readonly method: string;
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
}

type Label = 'method' | 'route' | 'status';

const DESCRIPTION = {
  name: 'diwan_http_request_duration_seconds',
  help: 'Time from the first byte of a request to the last of its answer.',
  labelNames: ['method', 'route', 'status'] satisfies Label[],
  registers: [],
};
/** Upper bounds in seconds. */
const BUCKETS = [0.005, 0.02, 0.1, 0.5, 2.5];

/** The durations of the requests with the same labels. */
interface Series {
  readonly labels: Readonly<Record<Label, string>>;
  readonly status: number;
  /** Requests by the first bucket that they fit in; the last are above all bounds. */
  readonly counts: number[];
  sum: number;
}

/** A histogram that finds its labels by comparison: prom-client's own hashes them for each request, which costs ten times as much. */
export class RequestDurations extends Histogram<Label | 'le'> {
  readonly #empty = new Histogram<Label | 'le'>(DESCRIPTION);
  readonly #byRoute = new Map<string, Series[]>();

  constructor() {
    super(DESCRIPTION);
  }

  record({ method, route, status, seconds }: AnsweredRequest): void {
    const series = this.#find(method, route, status);
    const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
    const index = bucket === -1 ? BUCKETS.length : bucket;
    series.counts[index] = (series.counts[index] ?? 0) + 1;
    series.sum += seconds;
  }

  #find(method: string, route: string, status: number): Series {
    const all = this.#byRoute.get(route) ?? [];
    const known = all.find((one) => one.status === status && one.labels.method === method);
    if (known !== undefined) return known;
    const labels = { method, route, status: String(status) };
    const series = { labels, status, counts: new Array<number>(BUCKETS.length + 1).fill(0), sum: 0 };
    this.#byRoute.set(route, [...all, series]);
    return series;
  }

  override async get(): ReturnType<Histogram<Label | 'le'>['get']> {
    const values = [...this.#byRoute.values()].flat().flatMap((series) => valuesOf(series));
    return { ...(await this.#empty.get()), values };
  }

  /** The registry calls this instead of `get` for the text format. */
  getForPromString(): ReturnType<Histogram<Label | 'le'>['get']> {
    return this.get();
  }
}

/** The lines of one set of labels; a bucket also counts the requests of the smaller ones. */
function valuesOf({ labels, counts, sum }: Series) {
  const { name } = DESCRIPTION;
  let total = 0;
  const buckets = [...BUCKETS, '+Inf'].map((le, index) => {
    total += counts[index] ?? 0;
    return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
  });
  return [...buckets, { metricName: `${name}_sum`, labels, value: sum }, { metricName: `${name}_count`, labels, value: total }];
}
