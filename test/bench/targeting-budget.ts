import { randomUUID } from 'node:crypto';
import { MAX_COMPARISONS } from '../../server/domain/flags/comparisons.ts';
import { startDiwan } from './machine.ts';
import { promise, title } from './report.ts';
import { call, prepareBench } from './setup.ts';

const SLUG = 'budget';
const CONDITIONS = 8;
const VALUES = 1_000;
const FLAGS = 20;
const RULES = 50;
const READS = 100;

/** Reads of all flags of an app that has as many values as it may, one after the other, with health checks meanwhile. */
export async function benchBudget(): Promise<void> {
  const bench = await prepareBench();
  const diwan = await startDiwan({ ...bench.env, RATE_LIMIT_EVALUATE: 'off' });
  await fillApp(diwan.url, bench.apiKey);
  const { url } = diwan;
  const read = () => timed(`${url}/api/v1/apps/${SLUG}/features?userId=${randomUUID()}`);
  for (let warm = 0; warm < READS; warm += 1) await read();
  const reads: number[] = [];
  const checks: number[] = [];
  for (let index = 0; index < READS; index += 1) {
    const [readMs, checkMs] = await Promise.all([read(), timed(`${url}/healthz`)]);
    reads.push(readMs);
    checks.push(checkMs);
  }
  title(`Flags: milliseconds of a request for all flags of an app with ${MAX_COMPARISONS} values, medians of ${READS}`);
  promise('all flags', medianOf(reads), { atMost: 20 });
  promise('health check beside it', medianOf(checks), { atMost: 30 });
  await diwan.stop();
  await bench.stop();
}

/** Each rule names every segment, and no value fits. */
async function fillApp(url: string, apiKey: string): Promise<void> {
  const send = (path: string, body: object) => call(url, apiKey, { path, body });
  await send('/admin/apps', { slug: SLUG, name: SLUG, platform: 'both', packageName: 'com.example' });
  const segments: string[] = [];
  for (let left = MAX_COMPARISONS; left > 0; left -= CONDITIONS * VALUES) {
    const key = `s${segments.length}`;
    const conditions = Array.from({ length: Math.min(CONDITIONS, Math.ceil(left / VALUES)) }, (_, index) => ({
      ...{ attribute: 'userId', operator: 'contains', not: true },
      values: Array.from({ length: VALUES }, (__, value) => `value-${left}-${index}-${value}`),
    }));
    await send(`/admin/apps/${SLUG}/segments`, { key, conditions });
    segments.push(key);
  }
  const rules = Array.from({ length: RULES }, (_, index) => ({ id: `r${index}`, segments, percentage: 0 }));
  for (let index = 0; index < FLAGS; index += 1)
    await send(`/admin/apps/${SLUG}/features`, { flagKey: `f${index}`, isEnabled: true, targeting: { rules } });
}

async function timed(url: string): Promise<number> {
  const began = performance.now();
  const response = await fetch(url);
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return performance.now() - began;
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
