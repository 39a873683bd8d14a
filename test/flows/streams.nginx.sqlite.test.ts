import assert from 'node:assert/strict';
import { readMetrics } from '../support/metrics.ts';
import { replaced, startBalancingNginx } from '../support/programs/nginx.ts';
import { endProcesses, until } from '../support/programs/process.ts';
import { type OpenStream, openStream } from '../support/requests/event-stream.ts';
import { call, type Launched, launch, register } from './support.ts';

const STREAMS = 20;
/** A second, and a margin for a busy machine. */
const EVERYWHERE_MS = 1_000 + 2_000;

describe('streams of two workers behind nginx', () => {
  let server: Launched;
  let nginx: Awaited<ReturnType<typeof startBalancingNginx>>;
  let streams: OpenStream[];

  before(async () => {
    server = await launch({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', TRUST_PROXY: '1' });
    await register(server, 'shop');
    const port = Number(new URL(server.url).port);
    // nginx keeps its default, `proxy_buffering on`: the answer itself asks it to pass each event at once
    nginx = await startBalancingNginx([port, port, port], (config) => replaced(config, 'proxy_buffering off;', ''));
    const url = `${nginx.url}/api/v1/apps/shop/events`;
    streams = await Promise.all(Array.from({ length: STREAMS }, () => openStream(url)));
  });
  after(async () => {
    for (const stream of streams) stream.drop();
    await nginx.stop();
    await endProcesses();
  });

  it('begin at once, in both workers', async () => {
    for (const { status, headers } of streams) assert.deepEqual([status, headers['content-type']], [200, 'text/event-stream']);
    await until(() => streams.every(({ text }) => text.startsWith('retry: 3000\n')), server.output);
    // the log is flushed once a second
    await until(() => workersWithStreams(server).size === 2, server.output);
    assert.equal((await readMetrics(server.url)).get('diwan_event_streams_open'), STREAMS);
  });

  it('all report a change once within three seconds', async () => {
    for (const change of [1, 2]) {
      await call(server, ['POST', '/admin/apps/shop/features'], { flagKey: `flag_${change}`, isEnabled: true });
      await until(() => streams.every(({ events }) => events.length === change), server.output, EVERYWHERE_MS);
    }
    assert.equal(new Set(streams.map(({ events }) => events.join())).size, 1);
  });

  it('end in nginx when their worker ends', async () => {
    server.child.kill('SIGTERM');
    for (const stream of streams) assert.match(await stream.ended(), /retry: [1-5]\d{3}\n\n$/);
  });
});

function workersWithStreams({ output }: Launched): Set<string> {
  return new Set([...output().matchAll(/"pid":(\d+),[^\n]*\/events"[^\n]*"msg":"answered"/g)].map(([, pid = '']) => pid));
}
