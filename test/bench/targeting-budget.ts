import { MAX_COMPARISONS } from '../../server/domain/flags/conditions/comparisons.ts';
import type { Condition } from '../../server/domain/flags/targeting.ts';
import { startDiwan } from './machine.ts';
import { promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';

const CONDITION_VALUES = 1_000;
/** A segment that has so many gets no more conditions: the body of a request has at most 256 KiB. */
const SEGMENT_BYTES = 60_000;
const SEGMENT_CONDITIONS = 20;
const SEGMENTS_OF_RULE = 20;
const FLAGS = 20;
const RULES = 50;
const READS = 100;

/** Rules and a context that take the longest, each for another reason. */
interface Hostile {
  readonly slug: string;
  readonly context: Readonly<Record<string, string>>;
  /** Values of one condition; 1,000 when not given. */
  readonly size?: number;
  /** A condition that no value of the context fits. */
  condition(first: number, size: number): Condition;
}

const numbered = (index: number): string => String(index).padStart(7, '0');
const valuesOf = (first: number, size: number, of: (index: number) => string): string[] =>
  Array.from({ length: size }, (_, index) => of(first + index));

const HOSTILE: readonly Hostile[] = [
  {
    slug: 'contains',
    context: { a: `${'a'.repeat(512)}b${'a'.repeat(511)}` },
    condition: (first, size) => ({
      attribute: 'a',
      operator: 'contains',
      values: valuesOf(first, size, (index) => `${'a'.repeat(90)}${numbered(index)}${'a'.repeat(90)}`),
    }),
  },
  {
    slug: 'starts-with',
    context: { a: 'a'.repeat(1_024) },
    condition: (first, size) => ({
      attribute: 'a',
      operator: 'starts_with',
      values: valuesOf(first, size, (index) => `${'a'.repeat(190)}${numbered(index)}`),
    }),
  },
  {
    slug: 'ends-with',
    context: { a: 'a'.repeat(1_024) },
    condition: (first, size) => ({
      attribute: 'a',
      operator: 'ends_with',
      values: valuesOf(first, size, (index) => `${numbered(index)}${'a'.repeat(190)}`),
    }),
  },
  {
    // two attributes, one of them also without case, in which values of 160 lengths are searched
    slug: 'lengths',
    context: { a: 'aB'.repeat(512), b: 'ab'.repeat(512) },
    condition: (first, size) => ({
      attribute: (first / size) % 3 === 0 ? 'b' : 'a',
      operator: 'contains',
      ignoreCase: (first / size) % 3 === 1,
      values: valuesOf(first, size, (index) => `${numbered(index)}${'a'.repeat(index % 160)}`),
    }),
  },
  {
    slug: 'versions',
    context: { a: `1-${'a.'.repeat(30)}b` },
    size: 25,
    condition: (first, size) => ({
      attribute: 'a',
      operator: (first / size) % 2 === 0 ? 'version_gt' : 'version_eq',
      values: valuesOf(first, size, (index) => `1-${'a.'.repeat(27)}c${numbered(index)}`),
    }),
  },
  {
    slug: 'builds',
    context: { versionCode: `${'1.'.repeat(28)}1` },
    condition: (first, size) => ({
      attribute: 'versionCode',
      operator: 'num_eq',
      values: valuesOf(first, size, (index) => `1.2.3.${index}`),
    }),
  },
];

/** Reads of all flags of an app that has as many values as it may, one after the other, with health checks meanwhile. */
export async function benchBudget(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan({ ...bench.env, RATE_LIMIT_EVALUATE: 'off' });
  title(`Flags: milliseconds of a request for all flags of an app with ${MAX_COMPARISONS} values, medians of ${READS}`);
  for (const hostile of HOSTILE) {
    await fillApp(diwan.url, bench.apiKey, hostile);
    await readFlags(diwan.url, hostile);
  }
  await diwan.stop();
  await bench.stop();
}

async function readFlags(url: string, { slug, context }: Hostile): Promise<void> {
  const body = JSON.stringify({ context });
  const headers = { 'Content-Type': 'application/json' };
  const read = () => timed(`${url}/api/v1/apps/${slug}/ofrep/v1/evaluate/flags`, { method: 'POST', headers, body });
  for (let warm = 0; warm < READS; warm += 1) await read();
  const reads: number[] = [];
  const checks: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const [readMs, checkMs] = await Promise.all([read(), timed(`${url}/healthz`)]);
    reads.push(readMs);
    checks.push(checkMs);
  }
  promise(`all flags, ${slug}`, medianOf(reads), { atMost: 20 });
  promise(`health check beside it, ${slug}`, medianOf(checks), { atMost: 30 });
}

/** The rules name every segment, and each segment fits, because no value does. */
async function fillApp(url: string, apiKey: string, { slug, size = CONDITION_VALUES, condition }: Hostile): Promise<void> {
  const send = (path: string, body: object) => call(url, apiKey, { path, body });
  await send('/admin/apps', { slug, name: slug, platform: 'both', packageName: 'com.example' });
  const segments: string[] = [];
  const rules = FLAGS * RULES;
  for (let first = 0; first < MAX_COMPARISONS - rules; ) {
    const conditions: Condition[] = [];
    let bytes = 0;
    while (conditions.length < SEGMENT_CONDITIONS && bytes < SEGMENT_BYTES && first < MAX_COMPARISONS - rules) {
      const next = { ...condition(first, size), not: true };
      next.values.length = Math.min(size, MAX_COMPARISONS - rules - first);
      bytes += JSON.stringify(next).length;
      conditions.push(next);
      first += size;
    }
    const key = `s${segments.length}`;
    await send(`/admin/apps/${slug}/segments`, { key, conditions });
    segments.push(key);
  }
  for (let flag = 0; flag < FLAGS; flag += 1) {
    const targeting = { rules: Array.from({ length: RULES }, (_, rule) => ruleOf(rule, segments)) };
    await send(`/admin/apps/${slug}/features`, { flagKey: `f${flag}`, isEnabled: true, targeting });
  }
}

/** Some of the segments, other ones for each rule of a flag. */
function ruleOf(rule: number, segments: readonly string[]): object {
  const from = (rule * SEGMENTS_OF_RULE) % segments.length;
  return {
    id: `r${rule}`,
    segments: [...segments, ...segments].slice(from, from + Math.min(SEGMENTS_OF_RULE, segments.length)),
    percentage: 0,
  };
}

async function timed(url: string, init: RequestInit = {}): Promise<number> {
  const began = performance.now();
  const response = await fetch(url, init);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}

function medianOf(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN;
}
