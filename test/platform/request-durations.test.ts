import assert from 'node:assert/strict';
import { Histogram, Registry } from 'prom-client';
import { RequestDurations } from '../../server/platform/observe/request-durations.ts';

const SECONDS = [0.001, 0.005, 0.006, 0.02, 0.3, 2.5, 9];
const REQUESTS = ['GET', 'POST'].flatMap((method) => [200, 503].map((status) => ({ method, route: '/posts/:id', status })));

describe('the durations of requests', () => {
  it('are shown like those of a prom-client histogram', async () => {
    const durations = new RequestDurations();
    const { name, help } = await durations.get();
    const buckets = [0.005, 0.02, 0.1, 0.5, 2.5];
    const expected = new Histogram({ name, help, buckets, labelNames: ['method', 'route', 'status'], registers: [] });
    for (const { method, route, status } of REQUESTS)
      for (const seconds of SECONDS) {
        durations.record({ method, route, status, seconds });
        expected.observe({ method, route, status: String(status) }, seconds);
      }
    assert.deepEqual(await linesOf(durations), await linesOf(expected));
  });
});

async function linesOf(metric: Histogram): Promise<string[]> {
  const registry = new Registry();
  registry.registerMetric(metric);
  return (await registry.metrics()).split('\n').sort();
}
