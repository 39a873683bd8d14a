import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import Joi from 'joi';
import type { Response } from 'supertest';
import type { Context } from '../../../server/platform/context.ts';
import { recordAudit } from '../../../server/platform/db/records/audit.ts';
import { claimKey, keepAnswer, purgeIdempotencyKeys } from '../../../server/platform/db/records/idempotency.ts';
import { afterCommit } from '../../../server/platform/db/transactions/transaction.ts';
import { ApiError, conflict, throttled } from '../../../server/platform/errors.ts';
import { post, type Service } from '../../../server/platform/http/endpoint.ts';
import type { Reply } from '../../../server/platform/http/reply/reply.ts';
import { always } from '../../support/always.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { openRace, type RaceAnswer, repeat } from '../../support/race.ts';
import { type Client, client } from '../../support/requests/client.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const DAY_MS = 24 * 3_600_000;
const SECOND_MS = 1_000;

interface Sent {
  readonly kind?: string;
  readonly [field: string]: unknown;
}

describe('Idempotency-Key', () => {
  let server: TestServer;
  let token: string;
  let now = Date.now();
  let calls = 0;
  let commits = 0;

  before(async () => {
    const clock = { now: () => new Date(now) };
    server = await startServer({ clock, extraServices: [probe()], env: { RATE_LIMIT_FAILED_KEYS: '3/60' } });
    await client(server, { apiKey: server.apiKey }).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
  });

  beforeEach(async () => {
    calls = 0;
    commits = 0;
    token = phoneToken(server, { userId: randomUUID() }, new Date(now));
    await execute(server.db, "DELETE FROM audit_log WHERE action = 'probe.ran'");
  });

  after(() => server.close());

  /** Writes a row, then answers or fails as the body asks. */
  async function run(ctx: Context, { kind = 'fine', status }: Sent): Promise<Reply> {
    calls += 1;
    await recordAudit(server.db, ctx, { projectId: 11, action: 'probe.ran', subject: `call:${calls}` });
    afterCommit(server.db, () => {
      commits += 1;
    });
    if (kind === 'refuse') throw conflict('review_exists', `Call ${calls} was refused.`, [{ field: 'kind', message: 'is taken' }]);
    if (kind === 'status') throw new ApiError(Number(status), 'internal_error', `Call ${calls} failed.`);
    if (kind === 'crash') throw new Error('broken');
    if (kind === 'counted') {
      const wait = await ctx.consumeRateLimit('failedKeys', 'the probe');
      if (wait > 0) throw throttled(wait);
    }
    // like a deadlock that MySQL reports: the transaction runs again
    if (kind === 'counted' && calls % 3 !== 0) throw Object.assign(new Error('deadlock'), { errno: 1213 });
    if (kind === 'empty') return { status: 204, body: undefined };
    if (kind === 'overtaken') await execute(server.db, "UPDATE idempotency_keys SET holder = 'another' WHERE state = 'running'");
    return { status: 201, body: { call: calls, 2: 'b', 1: 'a', text: 'سلام "x"' }, headers: ['Location', `/probe/${calls}`] };
  }

  function probe(): Service<unknown> {
    const Body = Joi.object({
      guestEmail: Joi.string(),
      kind: Joi.string(),
      status: Joi.number(),
      a: Joi.any(),
      n: Joi.number().default(1),
    });
    const shared = {
      tenant: 'active',
      limit: 'writeOrGuest',
      auth: 'userOrGuest',
      body: Body,
      reply: Joi.any(),
      summary: 'Probe',
    } as const;
    const handler = (ctx: Context, { body }: { body: unknown }) => run(ctx, body as Sent);
    const keyed = ['/keyed', '/others/:id'].map((path) => post(path, { ...shared, idempotent: true }, handler));
    return {
      name: 'feedback',
      prefix: '/api/v1/probe',
      heading: { name: 'Probe', description: 'Endpoints of this test.' },
      endpoints: [...keyed, post('/plain', shared, handler)],
    };
  }

  const as = (credentials: { token?: string; headers?: Record<string, string> }): Client => client(server, credentials, '/api/v1/probe');
  const send = (key: string, body: Sent = {}, path = '/keyed') => as({ token }).post(path, body).set('Idempotency-Key', key);
  const effects = async () => (await selectRows(server.db, "SELECT id FROM audit_log WHERE action = 'probe.ran'")).length;
  const isReplay = ({ headers }: Response) => headers['idempotency-replayed'] === 'true';

  it('repeats the first answer exactly without running the handler', async () => {
    const first = await send('k').expect(201);
    now += SECOND_MS;
    const again = await send('k').expect(201);
    assert.deepEqual([isReplay(first), isReplay(again)], [false, true]);
    assert.equal(again.text, first.text);
    const own = ['date', 'x-request-id', 'idempotency-replayed', 'keep-alive'];
    const kept = ({ headers }: Response) => Object.entries(headers).filter(([name]) => !own.includes(name));
    assert.deepEqual(kept(again), kept(first));
    assert.equal(first.headers['location'], '/probe/1');
    assert.deepEqual([calls, commits, await effects()], [1, 1, 1]);
  });

  it('repeats an answer that has no body', async () => {
    await send('k', { kind: 'empty' }).expect(204, '');
    assert.ok(isReplay(await send('k', { kind: 'empty' }).expect(204, '')));
    assert.equal(calls, 1);
  });

  it('is optional, and other endpoints ignore it', async () => {
    await as({ token }).post('/keyed', {}).expect(201);
    await as({ token }).post('/keyed', {}).expect(201);
    for (const key of ['k', 'k', 'no key']) await send(key, {}, '/plain').expect(201);
    assert.equal(calls, 5);
  });

  it('ignores field order, unknown fields and defaults in comparison', async () => {
    await send('k', { a: { x: 1, y: [1, { p: 1, q: 2 }] } }).expect(201);
    for (const body of [{ a: { y: [1, { q: 2, p: 1 }], x: 1 } }, { n: 1, a: { x: 1, y: [1, { p: 1, q: 2 }] }, unknown: 1 }])
      assert.ok(isReplay(await send('k', body).expect(201)));
  });

  it('refuses a different body under the same key', async () => {
    await send('k', { a: [1, 2] }).expect(201);
    for (const a of [[2, 1], ['1', '2'], null, { 0: 1, 1: 2 }]) {
      const { body } = await send('k', { a }).expect(422);
      assert.equal(body.code, 'idempotency_mismatch');
    }
    assert.equal(calls, 1);
  });

  it('is valid for one user, project and path', async () => {
    const other = phoneToken(server, { userId: randomUUID() }, new Date(now));
    const elsewhere = phoneToken(server, { projectId: 12 }, new Date(now));
    const operator = operatorToken(server, {}, new Date(now));
    await send('k').expect(201);
    await send('K').expect(201);
    for (const path of ['/others/1', '/others/2']) await send('k', {}, path).expect(201);
    for (const bearer of [other, elsewhere, operator]) {
      const answer = await as({ token: bearer }).post('/keyed', {}).set('Idempotency-Key', 'k').expect(201);
      assert.ok(!isReplay(answer));
    }
    assert.equal(calls, 7);
  });

  it('separates guests by e-mail and project, else by address', async () => {
    const guest = (body: Sent, project = '11') =>
      as({ headers: { 'Idempotency-Key': 'k', 'X-Project-ID': project } })
        .post('/keyed', body)
        .expect(201);
    for (const email of ['a@example.com', 'b@example.com']) assert.ok(!isReplay(await guest({ guestEmail: email })));
    assert.ok(!isReplay(await guest({ guestEmail: 'a@example.com' }, '12')));
    assert.ok(!isReplay(await guest({})));
    assert.ok(isReplay(await guest({ guestEmail: 'b@example.com' })));
    assert.ok(isReplay(await guest({})));
    assert.equal(calls, 4);
  });

  it('must be 1 to 255 visible ASCII characters', async () => {
    await send('~'.repeat(255)).expect(201);
    for (const key of ['', ' ', 'a b', 'a'.repeat(256), 'é', 'a\tb']) {
      const { body } = await send(key).expect(400);
      assert.deepEqual([body.code, body.errors[0].field], ['validation_error', 'Idempotency-Key']);
    }
    const { body } = await as({ token, headers: { 'Idempotency-Key': 'a, b' } })
      .post('/keyed', {})
      .expect(400);
    assert.equal(body.errors[0].field, 'Idempotency-Key');
    assert.equal(calls, 1);
  });

  it('keeps a refusal and undoes its writes', async () => {
    const first = await send('k', { kind: 'refuse' }).expect(409);
    const again = await send('k', { kind: 'refuse' }).expect(409);
    assert.deepEqual([isReplay(first), isReplay(again)], [false, true]);
    const own = { timestamp: '', requestId: '' };
    assert.deepEqual({ ...again.body, ...own }, { ...first.body, ...own });
    assert.equal(again.body.requestId, again.headers['x-request-id']);
    assert.deepEqual(again.body.errors, [{ field: 'kind', message: 'is taken' }]);
    for (const status of [400, 403, 404, 412, 422]) {
      await send(`k${status}`, { kind: 'status', status }).expect(status);
      assert.ok(isReplay(await send(`k${status}`, { kind: 'status', status }).expect(status)));
    }
    assert.deepEqual([calls, commits, await effects()], [6, 0, 0]);
  });

  it('keeps no answer with 401, 429 or 5xx', async () => {
    for (const status of [401, 429, 500, 502, 503]) {
      for (let round = 0; round < 2; round += 1) assert.ok(!isReplay(await send(`k${status}`, { kind: 'status', status }).expect(status)));
    }
    for (let round = 0; round < 2; round += 1) await send('k', { kind: 'crash' }).expect(500);
    assert.deepEqual([calls, commits, await effects()], [12, 0, 0]);
    // the key is free, for another body too
    assert.ok(!isReplay(await send('k').expect(201)));
  });

  it('counts a request once although its transaction is retried', async () => {
    // the limit allows 3 hits, and each of these requests runs three times
    for (const key of ['a', 'b', 'c']) await send(key, { kind: 'counted' }).expect(201);
    assert.equal(calls, 9);
    const { body, headers } = await send('d', { kind: 'counted' }).expect(429);
    assert.ok(body.available_in >= 1 && Number(headers['retry-after']) >= 1);
    assert.deepEqual([commits, await effects()], [3, 3]);
  });

  it('answers 409 for 5 seconds, then takes over', async () => {
    const started = now;
    await send('k').expect(201);
    await execute(server.db, "UPDATE idempotency_keys SET state = 'running', answer = NULL, status = NULL");
    for (const age of [0, 4_999]) {
      now = started + age;
      const { body, headers } = await send('k').expect(409);
      assert.deepEqual([body.code, headers['retry-after'], headers['idempotency-replayed']], ['idempotency_in_progress', '1', undefined]);
    }
    await send('k', { a: 1 }).expect(422);
    now = started + 5_000;
    const taken = await send('k').expect(201);
    assert.deepEqual([isReplay(taken), taken.body.call], [false, 2]);
    assert.deepEqual((await send('k').expect(201)).body, taken.body);
    assert.equal(calls, 2);
  });

  it('lets one of 20 parallel requests take over', async () => {
    const request = { scope: 'c'.repeat(64), body: 'b'.repeat(64), owner: 'd'.repeat(64) };
    await claimKey(server.db, request, new Date(now));
    const later = new Date(now + 5_000);
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimKey(server.db, request, later)));
    assert.equal(claims.filter((claim) => claim === 'running').length, 19);
    assert.equal(claims.filter((claim) => typeof claim === 'object' && 'held' in claim).length, 1);
  });

  it('never takes over a reply that was just stored', async () => {
    const request = { scope: 'a'.repeat(64), body: 'b'.repeat(64), owner: 'd'.repeat(64) };
    const reply = { status: 201, answer: '{}' };
    const first = await claimKey(server.db, request, new Date(now));
    assert.ok(typeof first === 'object' && 'held' in first);
    const later = new Date(now + 5_000);
    const storeBefore = async (sql: string, send: () => Promise<unknown>) => {
      if (sql.includes('SET body_digest')) assert.ok(await keepAnswer(server.db, first.held, reply));
      return send();
    };
    await interceptQueries(server.db, storeBefore, async () => assert.equal(await claimKey(server.db, request, later), 'running'));
    assert.deepEqual(await claimKey(server.db, request, later), { kept: reply });
  });

  /** A new user, whose token is always valid at the time to which the returned function sets the clock back. */
  function userWithClock(): (ms: number) => void {
    const [userId, started] = [randomUUID(), now];
    return (ms) => {
      now = started - ms;
      token = phoneToken(server, { userId }, new Date(now));
    };
  }

  it('takes over a claim that a clock dated ahead', async () => {
    const started = now;
    const setBack = userWithClock();
    setBack(0);
    await send('k').expect(201);
    await execute(server.db, "UPDATE idempotency_keys SET state = 'running', answer = NULL, status = NULL");
    setBack(5_000);
    assert.equal((await send('k').expect(409)).body.code, 'idempotency_in_progress');
    setBack(5_001);
    const taken = await send('k').expect(201);
    assert.deepEqual([isReplay(taken), taken.body.call], [false, 2]);
    now = started;
  });

  it('repeats an answer that a clock dated ahead', async () => {
    const started = now;
    const setBack = userWithClock();
    setBack(0);
    await send('k').expect(201);
    setBack(600_000);
    assert.ok(isReplay(await send('k').expect(201)));
    assert.equal(calls, 1);
    now = started;
  });

  it('undoes a request whose key was taken over', async () => {
    const { body } = await send('k', { kind: 'overtaken' }).expect(503);
    assert.equal(body.code, 'unavailable');
    assert.deepEqual([calls, commits, await effects()], [1, 0, 0]);
  });

  it('expires after 24 hours and is then deleted', async () => {
    const started = now;
    const renew = () => {
      token = phoneToken(server, { userId: '0b7ff1b5-3e0b-4d0f-8f0a-1d2a6d0e7c11' }, new Date(now));
    };
    renew();
    await execute(server.db, 'DELETE FROM idempotency_keys');
    await send('old').expect(201);
    now = started + DAY_MS - 1;
    renew();
    await send('young').expect(201);
    assert.ok(isReplay(await send('old').expect(201)));
    now = started + DAY_MS;
    const fresh = await send('old', { a: 'another body' }).expect(201);
    assert.deepEqual([isReplay(fresh), fresh.body.call], [false, 3]);
    now += DAY_MS - 1;
    await purgeIdempotencyKeys(server.db, new Date(now), always);
    assert.equal((await selectRows(server.db, 'SELECT scope_digest FROM idempotency_keys')).length, 1);
    await purgeIdempotencyKeys(server.db, new Date(now + 1), always);
    assert.equal((await selectRows(server.db, 'SELECT scope_digest FROM idempotency_keys')).length, 0);
    now = started;
  });

  it('creates one record for 20 parallel requests', async () => {
    const race = await openRace(server, 20, { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' });
    try {
      for (let round = 0; round < 10; round += 1) {
        const post = { title: `Round ${round} of ${randomUUID()}`, description: 'Once', category: 'bug' };
        const headers = { 'Idempotency-Key': `round-${round}` };
        const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/posts', body: post, headers })));
        const { id } = onlyRecord(answers);
        assert.deepEqual(
          await selectRows(server.db, 'SELECT id FROM posts WHERE project_id = 11 AND title = :title', { title: post.title }),
          [{ id }],
        );
      }
    } finally {
      race.close();
    }
  });
});

/** The record in all answers except those that came while it was being created. */
function onlyRecord(answers: readonly RaceAnswer[]): { id: number } {
  const made = answers.filter(({ status }) => status === 201);
  const waiting = answers.filter(({ status, body }) => status === 409 && body['code'] === 'idempotency_in_progress');
  assert.equal(made.length + waiting.length, answers.length, JSON.stringify(answers.map(({ status, body }) => [status, body['code']])));
  const records = made.map(({ body }) => body['data'] as { id: number });
  assert.equal(new Set(records.map((record) => JSON.stringify(record))).size, 1);
  return records[0] as { id: number };
}
