import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { readMetrics } from '../../support/metrics.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import type { Answer } from '../../support/requests/wire.ts';
import { call, ending, getPath, type Launched, launch, type Method, register, relaunch, workerAt, workersOf } from '../support.ts';

/** A second, and a margin for a busy machine. */
const EVERYWHERE_MS = 1_000 + 2_000;

describe('two workers behind one port', () => {
  let server: Launched;

  before(async () => {
    server = await launch({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info', DATABASE_READER_URL: 'mysql://replica/diwan' });
    await register(server, 'shop');
  });
  after(endProcesses);

  it('both show a change of one with one ETag', async () => {
    for (const isEnabled of [true, false]) {
      const [method, path]: [Method, string] = isEnabled
        ? ['POST', '/admin/apps/shop/features']
        : ['PUT', '/admin/apps/shop/features/beta'];
      const { status } = await call(server, [method, path], isEnabled ? { flagKey: 'beta', isEnabled } : { isEnabled });
      assert.ok(status < 300, `${status}`);
      const seen = async () => {
        const answers = await askOften(server, '/apps/shop/features');
        const shown = answers.map(({ body, headers }) => `${(body['beta'] as { enabled: boolean }).enabled} ${headers.etag}`);
        return new Set(shown).size === 1 && shown[0]?.startsWith(`${isEnabled} `) === true;
      };
      await until(seen, server.output, EVERYWHERE_MS);
    }
    // the log is flushed once a second
    await until(() => new Set(answeredBy(server)).size === 2, server.output);
  });

  it('warn once of a setting without effect', async () => {
    const warnings = () => [...server.output().matchAll(/"level":"warn"[^\n]*DATABASE_READER_URL has no effect any more/g)];
    await until(() => warnings().length > 0, server.output);
    assert.equal(warnings().length, 1, server.output());
  });

  it('add up their metrics for any reader', async () => {
    const before = await answeredCount(server);
    await askOften(server, '/apps/shop');
    await until(async () => (await answeredCount(server)) - before === 40, server.output);
  });

  it('report the latest write of any of them', async () => {
    const { text } = await getPath(server, '/metrics');
    const seconds = Number(/^diwan_last_committed_write_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
    assert.ok(Math.abs(Date.now() / 1_000 - seconds) < 600, String(seconds));
  });

  it('are replaced when one of them dies', async () => {
    const [victim, survivor] = [0, 1].map((index) => workerAt(workersOf(server), index)) as [number, number];
    process.kill(victim, 'SIGKILL');
    await until(() => workersOf(server).length === 3, server.output);
    await until(async () => (await askOften(server, '/apps/shop')).every(({ status }) => status === 200));
    await until(() => new Set(answeredBy(server)).size === 3, server.output);
    assert.deepEqual([isAlive(victim), isAlive(survivor)], [false, true]);
    const series = await readMetrics(server.url);
    const counts = ['workers', 'workers_configured', 'worker_restarts_total', 'database_up'].map((name) => series.get(`diwan_${name}`));
    assert.deepEqual(counts, [2, 2, 1, 1]);
  });

  it('end when the first process is killed', async () => {
    await server.end('SIGKILL');
    await until(() => workersOf(server).every((pid) => !isAlive(pid)), server.output, 15_000);
  });

  it('end together by SIGTERM, even while one is starting', async () => {
    const restarted = await relaunch(server.env);
    // the log is flushed once a second
    await until(() => workersOf(restarted).length === 2, restarted.output);
    const [victim, survivor] = [0, 1].map((index) => workerAt(workersOf(restarted), index)) as [number, number];
    process.kill(victim, 'SIGKILL');
    // a worker is replaced after a second, and then takes longer than this to start
    await sleep(1_300);
    const answers = askOften(restarted, '/apps/shop/bootstrap');
    restarted.child.kill('SIGTERM');
    for (const { status } of await answers) assert.equal(status, 200);
    const { code, ms } = await ending(restarted);
    assert.deepEqual([code, ms < 5_000], [0, true], restarted.output());
    assert.deepEqual([victim, survivor].filter(isAlive), []);
  });
});

/** Forty parallel requests on separate connections, so that both workers get some. */
function askOften(server: Launched, path: string): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 40 }, () => call(server, ['GET', path])));
}

function answeredBy({ output }: Launched): number[] {
  return [...output().matchAll(/"pid":(\d+),[^\n]*"msg":"answered"/g)].map(([, pid]) => Number(pid));
}

async function answeredCount(server: Launched): Promise<number> {
  const { text } = await getPath(server, '/metrics');
  const line = /diwan_http_request_duration_seconds_count\{[^}]*route="\/api\/v1\/apps\/:slug"[^}]*status="200"[^}]*\} (\d+)/.exec(text);
  return Number(line?.[1] ?? 0);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
