import assert from 'node:assert/strict';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import { startRedis } from '../../support/programs/redis.ts';
import { startServer } from '../../support/server.ts';

describe('diwan_redis_up', () => {
  it('follows the end and the return of Redis', async () => {
    const redis = await startRedis();
    const server = await startServer({ env: { REDIS_URL: redis.url } });
    const becomes = (value: number) => until(async () => (await readMetrics(server.url)).get('diwan_redis_up') === value);
    try {
      await becomes(1);
      await redis.kill();
      await becomes(0);
      await redis.restart();
      await becomes(1);
      assert.equal((await readMetrics(server.url)).get('diwan_database_up'), 1);
    } finally {
      await server.close();
      await redis.stop();
    }
  });
});
