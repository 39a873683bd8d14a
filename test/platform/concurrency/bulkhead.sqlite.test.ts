import assert from 'node:assert/strict';
import { Bulkhead } from '../../../server/platform/concurrency/bulkhead.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { createProbe } from '../../support/probe-service.ts';
import { until } from '../../support/programs/process.ts';
import { atOnce, tally } from '../../support/requests/key-access.ts';
import { type Answer, ask, refusal } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const SLOW = '/api/v1/probe/slow?ms=';

describe('the database pool', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  it('answers all of 100 parallel slow requests', async () => {
    const answers = await atOnce(100, () => ask(server.url, `${SLOW}5`));
    assert.deepEqual(tally(answers), { 200: 100 });
  });

  it('refuses requests that would wait longer than 1.5 s', async () => {
    const startedAt = waitedMs();
    const times: number[] = [];
    const answers = await atOnce(40, async () => {
      const answer = await ask(server.url, `${SLOW}1000`);
      times.push(waitedMs() - startedAt);
      return answer;
    });
    const shed = answers.filter(({ status }) => status === 503);
    // ten slots: requests of the first two seconds are served, those that wait 1.5 s are refused
    const served = answers.filter(({ status }) => status === 200).length;
    assert.ok(served >= 10 && served <= 20 && served + shed.length === 40, JSON.stringify(tally(answers)));
    for (const answer of shed) {
      assert.equal(refusal(answer), '503 unavailable');
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.ok(Math.max(...times) < 3_500, `the last answer came after ${Math.max(...times)} ms`);
    assert.equal((await ask(server.url, `${SLOW}0`)).status, 200, 'serves again afterwards');
  });

  it('does not delay requests that need no database', async () => {
    await ask(server.url, '/openapi.json'); // the first request reads the document, which takes a while
    const held = atOnce(10, () => ask(server.url, '/api/v1/probe/held'));
    const metric = async (name: string): Promise<number> =>
      Number(new RegExp(`^diwan_database_work_${name} (\\d+)`, 'm').exec((await ask(server.url, '/metrics')).text)?.[1]);
    while ((await metric('running')) < 10) await new Promise((resolve) => setImmediate(resolve));
    const waiting = ask(server.url, `${SLOW}0`);
    while ((await metric('waiting')) < 1) await new Promise((resolve) => setImmediate(resolve));
    // no slot is free meanwhile: a request that needs one would be refused
    const paths = ['/healthz', '/api/v1/probe/cached', '/.well-known/jwks.json', '/openapi.json'];
    const [unknown, ...others] = await Promise.all(['/api/v1/apps/none', ...paths].map((path) => ask(server.url, path)));
    assert.deepEqual(tally(others), { 200: paths.length });
    assert.equal(refusal(unknown as Answer), '404 app_not_found');
    probe.release();
    assert.deepEqual(tally([...(await held), await waiting]), { 200: 11 });
    assert.deepEqual([await metric('running'), await metric('waiting')], [0, 0]);
  });
});

describe('an endpoint with its own queue', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  it('takes a database slot only with an idempotency key', async () => {
    const send = (headers: Record<string, string>) => ask(server.url, '/api/v1/probe/queued', { method: 'POST', headers, body: {} });
    const running = async (): Promise<string | undefined> =>
      /^diwan_database_work_running (\d+)/m.exec((await ask(server.url, '/metrics')).text)?.[1];
    const plain = send({});
    await until(() => probe.calls() === 1);
    assert.equal(await running(), '0');
    const keyed = send({ 'Idempotency-Key': 'one-key-of-the-queue' });
    await until(() => probe.calls() === 2);
    assert.equal(await running(), '1');
    probe.release();
    assert.deepEqual(tally([await plain, await keyed]), { 200: 2 });
    assert.equal(await running(), '0');
  });
});

describe('the pool of wide reads', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  it('runs two at once and delays no other request', async () => {
    const held = atOnce(3, () => ask(server.url, '/api/v1/probe/held?work=wide'));
    while (!/^diwan_wide_reads_waiting 1$/m.test((await ask(server.url, '/metrics')).text))
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal(probe.calls(), 2);
    assert.deepEqual(tally(await atOnce(8, () => ask(server.url, `${SLOW}0`))), { 200: 8 });
    assert.match((await ask(server.url, '/metrics')).text, /^diwan_database_work_running 0$/m);
    probe.release();
    assert.deepEqual(tally(await held), { 200: 3 });
  });
});

describe('Bulkhead', () => {
  const hold = (): { readonly promise: Promise<void>; end(): void } => {
    let end = (): void => {};
    const promise = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { promise, end };
  };
  const isBusy = (error: unknown): boolean =>
    error instanceof ApiError && error.status === 503 && error.extras.headers?.['Retry-After'] === '1';

  it('passes on a slot that is released early once', async () => {
    const bulkhead = new Bulkhead({ slots: 1, queue: 10, waitMs: 1_000 });
    const [first, second] = [hold(), hold()];
    const releasing = bulkhead.run(async (releaseSlot) => {
      releaseSlot();
      releaseSlot();
      await first.promise;
    });
    const following = bulkhead.run(() => second.promise);
    assert.deepEqual([bulkhead.busy, bulkhead.waiting], [1, 0]);
    first.end();
    await releasing;
    assert.equal(bulkhead.busy, 1);
    second.end();
    await following;
    assert.equal(bulkhead.busy, 0);
  });

  it('runs as many as it has slots, in order', async () => {
    const bulkhead = new Bulkhead({ slots: 2, queue: 10, waitMs: 1_000 });
    const order: number[] = [];
    let most = 0;
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        bulkhead.run(async () => {
          most = Math.max(most, bulkhead.busy);
          order.push(index);
          await new Promise((resolve) => setImmediate(resolve));
        }),
      ),
    );
    assert.deepEqual([order, most, bulkhead.busy, bulkhead.waiting], [[0, 1, 2, 3, 4, 5], 2, 0, 0]);
  });

  it('refuses work at once when the queue is full', async () => {
    const bulkhead = new Bulkhead({ slots: 1, queue: 2, waitMs: 1_000 });
    const first = hold();
    const runs = [bulkhead.run(() => first.promise), bulkhead.run(() => 2), bulkhead.run(() => 3)];
    await assert.rejects(
      bulkhead.run(() => 4),
      isBusy,
    );
    first.end();
    assert.deepEqual(await Promise.all(runs), [undefined, 2, 3]);
    assert.equal(await bulkhead.run(() => 5), 5);
  });

  it('refuses work that has waited too long', async () => {
    const bulkhead = new Bulkhead({ slots: 1, queue: 5, waitMs: 30 });
    const first = hold();
    const running = bulkhead.run(() => first.promise);
    await assert.rejects(
      bulkhead.run(() => assert.fail('it ran after its time-out')),
      isBusy,
    );
    assert.equal(bulkhead.waiting, 0);
    const next = bulkhead.run(() => 'next');
    first.end();
    assert.deepEqual([await running, await next, bulkhead.busy], [undefined, 'next', 0]);
  });

  it('frees the slot of work that fails', async () => {
    const bulkhead = new Bulkhead({ slots: 1, queue: 0, waitMs: 30 });
    await assert.rejects(
      bulkhead.run(() => Promise.reject(new Error('later'))),
      /later/,
    );
    await assert.rejects(
      bulkhead.run(() => {
        throw new Error('at once');
      }),
      /at once/,
    );
    assert.equal(await bulkhead.run(() => 'free'), 'free');
  });
});
