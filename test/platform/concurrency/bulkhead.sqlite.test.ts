import assert from 'node:assert/strict';
import { ApiError } from '../../server/platform/errors.ts';
import { Gate } from '../../server/platform/http/gate.ts';
import { atOnce, tally } from '../support/key-access.ts';
import { createProbe } from '../support/probe-service.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { ask, refusal } from '../support/wire.ts';

const SLOW = '/api/v1/probe/slow?ms=';

describe('the gate before the database', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  it('answers all of 100 slow requests at once, though few run at a time', async () => {
    const answers = await atOnce(100, () => ask(server.url, `${SLOW}20`));
    assert.deepEqual(tally(answers), { 200: 100 });
  });

  it('sheds what would wait longer than 1.5 s, says when to come back, and serves the rest', async () => {
    const startedAt = performance.now();
    const times: number[] = [];
    const answers = await atOnce(40, async () => {
      const answer = await ask(server.url, `${SLOW}1000`);
      times.push(performance.now() - startedAt);
      return answer;
    });
    const shed = answers.filter(({ status }) => status === 503);
    // places for ten: the first second and the next are served, who still waits after 1.5 s is not
    const served = answers.filter(({ status }) => status === 200).length;
    assert.ok(served >= 10 && served <= 20 && served + shed.length === 40, JSON.stringify(tally(answers)));
    for (const answer of shed) {
      assert.equal(refusal(answer), '503 unavailable');
      assert.equal(answer.headers['retry-after'], '1');
    }
    assert.ok(Math.max(...times) < 3_500, `the last answer came after ${Math.max(...times)} ms`);
    assert.equal((await ask(server.url, `${SLOW}0`)).status, 200, 'and is open again');
  });

  it('lets by what needs no database, and health above all', async () => {
    await ask(server.url, '/openapi.json'); // made for the first who asks, which takes a while
    const held = atOnce(10, () => ask(server.url, '/api/v1/probe/held'));
    const metric = async (name: string): Promise<number> =>
      Number(new RegExp(`^diwan_database_work_${name} (\\d+)`, 'm').exec((await ask(server.url, '/metrics')).text)?.[1]);
    while ((await metric('running')) < 10) await new Promise((resolve) => setImmediate(resolve));
    const waiting = ask(server.url, `${SLOW}0`);
    while ((await metric('waiting')) < 1) await new Promise((resolve) => setImmediate(resolve));
    // what needs a place gets none before all this is asked: it would be shed
    for (const path of ['/healthz', '/api/v1/probe/cached', '/.well-known/jwks.json', '/openapi.json'])
      assert.equal((await ask(server.url, path)).status, 200, path);
    assert.equal(refusal(await ask(server.url, '/api/v1/apps/none')), '404 app_not_found');
    probe.release();
    assert.deepEqual(tally([...(await held), await waiting]), { 200: 11 });
    assert.deepEqual([await metric('running'), await metric('waiting')], [0, 0]);
  });
});

describe('the gate before wide reads', () => {
  let server: TestServer;
  const probe = createProbe();
  before(async () => {
    server = await startServer({ extraServices: probe.services });
  });
  after(() => server.close());

  it('lets two of them by, and they hold up nobody else', async () => {
    const held = atOnce(3, () => ask(server.url, '/api/v1/probe/held?work=wide'));
    while (!/^diwan_wide_reads_waiting 1$/m.test((await ask(server.url, '/metrics')).text))
      await new Promise((resolve) => setImmediate(resolve));
    assert.equal(probe.calls(), 2);
    assert.deepEqual(tally(await atOnce(20, () => ask(server.url, `${SLOW}0`))), { 200: 20 });
    assert.match((await ask(server.url, '/metrics')).text, /^diwan_database_work_running 0$/m);
    probe.release();
    assert.deepEqual(tally(await held), { 200: 3 });
  });
});

describe('Gate', () => {
  const hold = (): { readonly promise: Promise<void>; end(): void } => {
    let end = (): void => {};
    const promise = new Promise<void>((resolve) => {
      end = resolve;
    });
    return { promise, end };
  };
  const isBusy = (error: unknown): boolean =>
    error instanceof ApiError && error.status === 503 && error.extras.headers?.['Retry-After'] === '1';

  it('gives a place that is left early to the next, once', async () => {
    const gate = new Gate({ places: 1, queue: 10, waitMs: 1_000 });
    const [first, second] = [hold(), hold()];
    const leaving = gate.run(async (leave) => {
      leave();
      leave();
      await first.promise;
    });
    const following = gate.run(() => second.promise);
    assert.deepEqual([gate.busy, gate.waiting], [1, 0]);
    first.end();
    await leaving;
    assert.equal(gate.busy, 1);
    second.end();
    await following;
    assert.equal(gate.busy, 0);
  });

  it('runs as many at once as it has places, the others in the order of their coming', async () => {
    const gate = new Gate({ places: 2, queue: 10, waitMs: 1_000 });
    const order: number[] = [];
    let most = 0;
    await Promise.all(
      [0, 1, 2, 3, 4, 5].map((index) =>
        gate.run(async () => {
          most = Math.max(most, gate.busy);
          order.push(index);
          await new Promise((resolve) => setImmediate(resolve));
        }),
      ),
    );
    assert.deepEqual([order, most, gate.busy, gate.waiting], [[0, 1, 2, 3, 4, 5], 2, 0, 0]);
  });

  it('turns away at once what finds the queue full', async () => {
    const gate = new Gate({ places: 1, queue: 2, waitMs: 1_000 });
    const first = hold();
    const runs = [gate.run(() => first.promise), gate.run(() => 2), gate.run(() => 3)];
    await assert.rejects(
      gate.run(() => 4),
      isBusy,
    );
    first.end();
    assert.deepEqual(await Promise.all(runs), [undefined, 2, 3]);
    assert.equal(await gate.run(() => 5), 5);
  });

  it('turns away what has waited too long, and gives its place to the next', async () => {
    const gate = new Gate({ places: 1, queue: 5, waitMs: 30 });
    const first = hold();
    const running = gate.run(() => first.promise);
    await assert.rejects(
      gate.run(() => assert.fail('it ran all the same')),
      isBusy,
    );
    assert.equal(gate.waiting, 0);
    const next = gate.run(() => 'next');
    first.end();
    assert.deepEqual([await running, await next, gate.busy], [undefined, 'next', 0]);
  });

  it('frees the place of work that fails, also at once', async () => {
    const gate = new Gate({ places: 1, queue: 0, waitMs: 30 });
    await assert.rejects(
      gate.run(() => Promise.reject(new Error('later'))),
      /later/,
    );
    await assert.rejects(
      gate.run(() => {
        throw new Error('at once');
      }),
      /at once/,
    );
    assert.equal(await gate.run(() => 'free'), 'free');
  });
});
