import assert from 'node:assert/strict';
import { endProcesses, until } from '../support/process.ts';
import type { Answer } from '../support/wire.ts';
import { call, ending, type Launched, launch, look, type Method, register, relaunch } from './support.ts';

/** A second, and what a machine that is busy with other tests adds. */
const EVERYWHERE_MS = 1_000 + 2_000;

describe('two workers behind one port', () => {
  let server: Launched;

  before(async function () {
    this.timeout(60_000);
    server = await launch({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
    await untilBothAreReady(server);
    await register(server, 'shop');
  });
  after(endProcesses);

  it('both show a change that came through one of them, soon and under one validator', async () => {
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
    // the log is written out once a second
    await until(() => new Set(answeredBy(server)).size === 2, server.output, 3_000);
  });

  it('add up their metrics', async () => {
    const before = await answeredCount(server);
    await askOften(server, '/apps/shop');
    await until(async () => (await answeredCount(server)) - before === 40, server.output, 3_000);
  });

  it('are replaced when one dies', async () => {
    const [victim = 0, survivor] = workersOf(server);
    process.kill(victim, 'SIGKILL');
    await until(() => workersOf(server).length === 3, server.output);
    await until(async () => (await askOften(server, '/apps/shop')).every(({ status }) => status === 200));
    await until(() => new Set(answeredBy(server)).size === 3, server.output);
    assert.deepEqual([isAlive(victim), isAlive(survivor ?? 0)], [false, true]);
  });

  it('end together, cleanly, when the first process is asked to', async () => {
    const answers = askOften(server, '/apps/shop/bootstrap');
    const ended = server.end('SIGTERM');
    for (const { status } of await answers) assert.equal(status, 200);
    assert.deepEqual(await ended, { code: 0, signal: null });
    assert.deepEqual(workersOf(server).filter(isAlive), []);
  });

  it('end when the first process is killed, and when it is asked to while they start', async () => {
    const killed = await launch({ WEB_CONCURRENCY: '2', LOG_LEVEL: 'info' });
    await untilBothAreReady(killed);
    await killed.end('SIGKILL');
    await until(() => workersOf(killed).every((pid) => !isAlive(pid)), killed.output, 5_000);
    const asked = await relaunch(killed.env, 'listening');
    asked.child.kill('SIGTERM');
    const { code, ms } = await ending(asked);
    assert.deepEqual([code, ms < 5_000], [0, true], asked.output());
  });
});

/** Each worker is ready for itself, and requests meet either. */
async function untilBothAreReady(server: Launched): Promise<void> {
  await until(() => workersOf(server).length === 2, server.output);
  const looks = () => Promise.all(Array.from({ length: 20 }, () => look(server, '/readyz')));
  await until(async () => (await looks()).every(({ status }) => status === 200), server.output);
}

/** Forty requests at once, each on a connection of its own, so that both workers get some. */
function askOften(server: Launched, path: string): Promise<Answer[]> {
  return Promise.all(Array.from({ length: 40 }, () => call(server, ['GET', path])));
}

/** Every worker that ever listened, oldest first. */
function workersOf({ output }: Launched): number[] {
  return [...output().matchAll(/"pid":(\d+),[^\n]*"msg":"listening/g)].map(([, pid]) => Number(pid));
}

function answeredBy({ output }: Launched): number[] {
  return [...output().matchAll(/"pid":(\d+),[^\n]*"msg":"answered"/g)].map(([, pid]) => Number(pid));
}

async function answeredCount(server: Launched): Promise<number> {
  const { text } = await look(server, '/metrics');
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
