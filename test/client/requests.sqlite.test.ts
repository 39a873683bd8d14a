import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { actionOf, DiwanError } from '../../client/src/errors.ts';
import { takesKey } from '../../client/src/requests.ts';
import { ERROR_CODES } from '../../server/domain/errors/catalogue.ts';
import { client as http } from '../support/requests/client.ts';
import { type FaultyServer, type Phone, quick, register, startFaultyServer, startPhone } from './support.ts';

const REVIEWS = '/api/v1/reviews';

describe('requests of the client', () => {
  let place: FaultyServer;
  let phone: Phone;

  before(async () => {
    place = await startFaultyServer();
    phone = startPhone(place, { setTimeout: quick, versionCode: 42, osVersion: '14', deviceModel: 'Pixel 8', language: 'ar-SA' });
    await register(phone);
  });
  after(() => place.close());
  beforeEach(() => {
    place.decide(() => 'pass');
    place.forget();
  });

  const review = (itemId: number) => phone.client.request('POST', REVIEWS, { body: { itemType: 'product', itemId, rating: 5 } });
  const total = async (): Promise<number> =>
    (await http(place.server).get('/reviews?itemType=product&limit=1').expect(200)).body.pagination.total;

  it('writes 200 reviews once while answers are lost', async () => {
    const before = await total();
    let turn = 0;
    // every answer is lost with a chance of 30 %, from a fixed sequence
    place.decide(({ path }) => (path === REVIEWS && (turn++ * 7) % 10 < 3 ? 'unanswered' : 'pass'));
    const outcomes = [];
    for (let start = 1; start <= 200; start += 20)
      outcomes.push(...(await Promise.allSettled(Array.from({ length: 20 }, (_, index) => review(start + index)))));
    assert.equal(outcomes.length, 200);
    assert.equal((await total()) - before, 200);
    assert.ok(place.count(REVIEWS) > 250, `${place.count(REVIEWS)} requests`);
  });

  it('repeats a write with the key of the act', async () => {
    let losses = 2;
    place.decide(() => (losses-- > 0 ? 'unanswered' : 'pass'));
    await review(1_001);
    await review(1_002);
    const keys = place.seen.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual([keys.length, new Set(keys).size, new Set(keys.slice(0, 3)).size], [4, 2, 1]);
  });

  it('rejects with the last fault after three repeats', async () => {
    for (const fault of ['lost', 503] as const) {
      place.forget();
      place.decide(() => fault);
      await assert.rejects(review(1_003), { status: fault === 503 ? 503 : 0, action: 'retry_later' });
      assert.equal(place.seen.length, 4);
    }
  });

  it('repeats a read once and no more', async () => {
    place.decide(() => 'half');
    await assert.rejects(phone.client.request('GET', '/api/v1/posts'), { code: 'network' });
    assert.equal(place.seen.length, 2);
  });

  it('repeats no request that could act twice', async () => {
    place.decide(() => 'unanswered');
    await assert.rejects(phone.client.auth.sendCode({ phone: '+15550100009' }), { code: 'network' });
    await assert.rejects(phone.client.request('POST', '/api/v1/reports', { body: { entityType: 'review', entityId: 1, reason: 'spam' } }));
    assert.equal(place.seen.length, 2);
  });

  it('names the phone in writes, the app always', async () => {
    await review(1_004);
    await phone.client.request('GET', '/api/v1/posts', { query: { limit: 1 } });
    const [write, read] = place.seen.map(({ headers }) => headers);
    assert.deepEqual(
      ['x-app', 'x-app-version', 'x-app-version-code', 'x-app-platform', 'x-os-version', 'x-device-model', 'accept-language'].map(
        (name) => write?.[name],
      ),
      [place.app, '1.0.0', '42', 'android', '14', 'Pixel 8', 'ar-SA'],
    );
    assert.equal(write?.['x-installation-id'], phone.store.find('installation'));
    assert.deepEqual([read?.['x-app'], read?.['x-app-version'], read?.['x-project-id']], [place.app, undefined, '11']);
    assert.equal(read?.['x-diwan-device'], phone.store.find('device'));
  });

  it('leaves out what no header can carry', async () => {
    const odd = startPhone(place, { deviceModel: 'هاتف', osVersion: '14\n', language: '' }, phone.store);
    await odd.client.request('POST', REVIEWS, { body: { itemType: 'product', itemId: 1_005, rating: 4 } });
    const headers = place.seen[0]?.headers ?? {};
    assert.deepEqual([headers['x-device-model'], headers['x-os-version']], [undefined, undefined]);
  });

  it('rejects with the faults of the input by field', async () => {
    await assert.rejects(phone.client.request('POST', REVIEWS, { body: { itemType: 'product', itemId: 1, rating: 6 } }), (error) => {
      assert.ok(error instanceof DiwanError);
      assert.deepEqual([error.status, error.code, error.action], [400, 'validation_error', 'fix_request']);
      assert.deepEqual(error.fields, { rating: 'rating must be at most 5' });
      assert.ok(error.requestId !== null);
      return true;
    });
  });

  it('fills paths and queries and answers with the body', async () => {
    const { data } = await phone.client.request('POST', '/api/v1/posts', {
      body: { title: 'Dark mode', description: 'For reading at night.', category: 'feature' },
    });
    const voted = await phone.client.request('POST', '/api/v1/posts/{id}/vote', { params: { id: data.id } });
    assert.deepEqual([voted.success, voted.data.votesCount], [true, 1]);
    const found = await phone.client.request('GET', '/api/v1/posts', { query: { q: 'dark mode', limit: 5 } });
    assert.equal(found.pagination.total, 1);
  });

  it('rejects a circular body with the same error', async () => {
    const circular: { itemType: 'product'; itemId: number; rating: number; self?: unknown } = { itemType: 'product', itemId: 1, rating: 1 };
    circular.self = circular;
    await assert.rejects(phone.client.request('POST', REVIEWS, { body: circular }), (error) => error instanceof DiwanError);
  });
});

describe('the API as the client knows it', () => {
  it('has the action of each code as the server', () => {
    const wrong = Object.entries(ERROR_CODES).filter(([code, { status, action }]) => actionOf(status, code) !== action);
    assert.deepEqual(
      wrong.map(([code, { action }]) => `client/src/errors.ts: ${code} is ${action}`),
      [],
    );
  });

  it('gives a key to each operation that takes one', () => {
    const { paths } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../docs/openapi.json'), 'utf8'));
    for (const [address, methods] of Object.entries<Record<string, { parameters?: { $ref?: string }[] }>>(paths))
      for (const [method, { parameters = [] }] of Object.entries(methods)) {
        const accepts = parameters.some(({ $ref }) => $ref?.endsWith('IdempotencyKey') === true);
        assert.equal(takesKey(method.toUpperCase(), address), accepts, `${method} ${address}`);
      }
  });
});
