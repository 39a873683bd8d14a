import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import Joi from 'joi';
import type { Context } from '../../../server/platform/context.ts';
import { recordAudit } from '../../../server/platform/db/records/audit.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { get, type Input, post, type Service } from '../../../server/platform/http/endpoint.ts';
import { queryInteger } from '../../../server/platform/http/input/fields.ts';
import { ok, type Reply } from '../../../server/platform/http/reply/reply.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { until } from '../../support/programs/process.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const ANSWERED_MS = 2_500 + 500;
/** Longer than a request may take. */
const LONG_MS = 2_900;
const LATE = '503 unavailable';
/** The slots of the database pool. */
const SLOTS = 10;

interface Sent {
  readonly kind: 'commits late' | 'writes late' | 'waits after its commit' | 'calls a provider' | 'late once';
  readonly name: string;
}

describe('the deadline of a request', () => {
  let server: TestServer;
  let calls = 0;
  let running = 0;

  before(async () => {
    server = await startServer({ extraServices: [probe()] });
  });
  after(() => server.close());

  async function run(ctx: Context, sent: Sent): Promise<Reply> {
    calls += 1;
    running += 1;
    return work(ctx, sent).finally(() => (running -= 1));
  }

  async function work(ctx: Context, { kind, name }: Sent): Promise<Reply> {
    const { db } = ctx;
    const write = () => recordAudit(db, ctx, { projectId: 11, action: 'probe.ran', subject: name });
    if (kind === 'calls a provider') {
      ctx.releaseSlot();
      await sleep(LONG_MS);
    }
    if (kind === 'writes late') await sleep(LONG_MS);
    if (kind === 'writes late') await write();
    else
      await inTransaction(db, async () => {
        await write();
        if (kind === 'commits late' || (kind === 'late once' && calls === 1)) await sleep(LONG_MS);
      });
    if (kind === 'waits after its commit') await sleep(LONG_MS);
    return ok({});
  }

  function probe(): Service<unknown> {
    const shared = { auth: 'public', limit: 'write', reply: Joi.any(), summary: 'Probe' } as const;
    const query = Joi.object({ ms: queryInteger(0, 5_000).required() });
    const body = Joi.object({ kind: Joi.string(), name: Joi.string() });
    const handle = (ctx: Context, input: Input<unknown, unknown, unknown>) => run(ctx, input.body as Sent);
    const wait = async (_ctx: Context, input: Input<unknown, unknown, unknown>): Promise<Reply> => {
      await sleep((input.query as { ms: number }).ms);
      return ok({});
    };
    const endpoints = [
      get('/wait', { ...shared, query }, wait),
      get('/memory', { ...shared, query, pool: 'memory' }, wait),
      post('/work', { ...shared, body, idempotent: true }, handle),
      post('/queued', { ...shared, body, pool: 'queued' }, handle),
    ];
    return { name: 'feedback', prefix: '/api/v1/probe', heading: { name: 'Probe', description: 'Endpoints of this test.' }, endpoints };
  }

  interface Timed {
    readonly answer: Answer;
    /** In `waitedMs`. */
    readonly ms: number;
  }

  async function timed(asked: () => Promise<Answer>): Promise<Timed> {
    const startedAt = waitedMs();
    const answer = await asked();
    return { answer, ms: waitedMs() - startedAt };
  }

  const send = (kind: Sent['kind'], name: string, path = '/work', headers: Record<string, string> = {}): Promise<Timed> =>
    timed(() => ask(server.url, `/api/v1/probe${path}`, { method: 'POST', headers, body: { kind, name } }));
  const effects = async (name: string): Promise<number> =>
    (await selectRows(server.db, "SELECT id FROM audit_log WHERE action = 'probe.ran' AND subject = :name", { name })).length;

  async function expectLate({ answer, ms }: Timed, code: string): Promise<void> {
    assert.deepEqual([refusal(answer), answer.headers['retry-after']], [code, '1']);
    assert.ok(ms <= ANSWERED_MS, `${ms} ms`);
    // until the work has ended
    await until(() => running === 0);
  }

  it('commits nothing after the client got unavailable', async () => {
    for (const kind of ['commits late', 'writes late'] as const) {
      await expectLate(await send(kind, kind), LATE);
      assert.equal(await effects(kind), 0);
    }
  });

  it('reports an unknown outcome after a commit was sent', async () => {
    await expectLate(await send('waits after its commit', 'committed'), '503 outcome_unknown');
    assert.equal(await effects('committed'), 1);
  });

  it('reports an unknown outcome of work in a queue', async () => {
    await expectLate(await send('writes late', 'queued', '/queued'), '503 outcome_unknown');
    assert.equal(await effects('queued'), 1);
  });

  it('lets a late key be used again at once', async () => {
    calls = 0;
    const headers = { 'Idempotency-Key': randomUUID() };
    await expectLate(await send('late once', 'keyed', '/work', headers), LATE);
    await until(async () => (await send('late once', 'keyed', '/work', headers)).answer.status === 200, undefined, 2_000);
    assert.deepEqual([calls, await effects('keyed')], [2, 1]);
  });

  it('includes the wait for a slot and reads from memory', async () => {
    const wait = (path: string, ms: number) => timed(() => ask(server.url, `/api/v1/probe${path}?ms=${ms}`));
    const first = Promise.all(Array.from({ length: SLOTS }, () => wait('/wait', 1_400)));
    const busy = async () => /^diwan_database_work_running (\d+)/m.exec((await ask(server.url, '/metrics')).text)?.[1];
    await until(async () => (await busy()) === String(SLOTS));
    const [waiting, memory] = await Promise.all([wait('/wait', 1_400), wait('/memory', LONG_MS), first]);
    for (const { answer, ms } of [waiting, memory]) assert.ok(refusal(answer) === LATE && ms <= ANSWERED_MS, `${answer.status} ${ms} ms`);
    assert.equal((await wait('/wait', 0)).answer.status, 200);
  });

  it('does not count the call of a provider', async () => {
    const startedAt = performance.now();
    const { answer } = await send('calls a provider', 'provider');
    const ms = performance.now() - startedAt;
    assert.ok(answer.status === 200 && ms >= LONG_MS, `${answer.status} ${ms} ms`);
    assert.equal(await effects('provider'), 1);
  });

  it('does not count the time of a slow body', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const request = http.request(`${server.url}/api/v1/probe/work`, { method: 'POST', headers });
    const answered = once(request, 'response');
    request.write('{"kind":"waits');
    await sleep(LONG_MS);
    request.end(' for its body","name":"slow"}');
    const [response] = (await answered) as [http.IncomingMessage];
    response.resume();
    assert.equal(response.statusCode, 200);
    assert.equal(await effects('slow'), 1);
  });
});
