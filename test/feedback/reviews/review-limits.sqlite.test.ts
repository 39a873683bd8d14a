import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { Review } from '../../../models/feedback/Review.ts';
import { codeOf } from '../../apps/support.ts';
import { client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { startFeedbackServer, user } from '../support.ts';
import { newItem, newReview } from './review-support.ts';

describe('the rate limits of guest reviews', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer({
      env: {
        RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS: '2/3600',
        RATE_LIMIT_GUEST_REVIEW_BY_EMAIL: '2/3600',
        RATE_LIMIT_READ: '20/3600',
        TRUST_PROXY: '1',
      },
    });
  });
  after(() => server.close());

  const from = (address: string) => client(server, { headers: { 'X-Forwarded-For': address } });
  const post = (address: string, guestEmail: string) =>
    from(address).post('/reviews', { itemId: newItem(), itemType: 'product', rating: 5, guestEmail });

  it('count by e-mail address, whatever its case and source', async () => {
    await post('198.51.100.1', 'jane@example.com').expect(201);
    await post('198.51.100.2', 'Jane@Example.com').expect(201);
    const refused = await post('198.51.100.3', ' JANE@example.com').expect(429);
    assert.equal(codeOf(refused), 'throttled');
    assert.equal(String(refused.body.available_in), refused.headers['retry-after']);
    assert.equal(await server.db.model(Review).count({ where: { projectId: 11 } }), 2);
    await post('198.51.100.4', 'omar@example.com').expect(201);
  });

  it('count by the address of the client', async () => {
    await post('198.51.100.9', 'a@example.com').expect(201);
    await post('198.51.100.9', 'b@example.com').expect(201);
    assert.equal(codeOf(await post('198.51.100.9', 'c@example.com').expect(429)), 'throttled');
  });

  describe('for requests with an Idempotency-Key', () => {
    const keyed = (address: string, key: string) =>
      from(address)
        .post('/reviews', { itemId: key.length, itemType: 'store', rating: 5, guestEmail: `${key}@example.com` })
        .set('Idempotency-Key', key);
    const left = ({ headers }: Response) => /"guest-review-by-address"; r=(\d+)/.exec(headers['ratelimit'] ?? '')?.[1];

    it('count the first request and no repetition', async () => {
      for (const [key, rest] of Object.entries({ k: '1', kk: '0' })) {
        assert.equal(left(await keyed('198.51.100.20', key).expect(201)), rest);
        for (let again = 0; again < 3; again += 1) {
          const answer = await keyed('198.51.100.20', key).expect(201);
          assert.deepEqual([answer.headers['idempotency-replayed'], left(answer)], ['true', undefined]);
        }
      }
      assert.equal(codeOf(await keyed('198.51.100.20', 'kkk').expect(429)), 'throttled');
      assert.equal((await keyed('198.51.100.20', 'k').expect(201)).headers['idempotency-replayed'], 'true');
      // the refusal was not stored under the key
      const elsewhere = await keyed('198.51.100.21', 'kkk').expect(201);
      assert.equal(elsewhere.headers['idempotency-replayed'], undefined);
    });

    it('count repeated requests by the limit of reads', async () => {
      for (let again = 0; again < 20; again += 1) await keyed('198.51.100.22', 'kkkk').expect(201);
      assert.equal(codeOf(await keyed('198.51.100.22', 'kkkk').expect(429)), 'throttled');
      assert.equal(codeOf(await keyed('198.51.100.22', 'kkkkk').expect(429)), 'throttled');
    });

    it('refuse a guest over the limit before validation', async () => {
      for (const email of ['d@example.com', 'e@example.com']) await post('198.51.100.23', email).expect(201);
      const broken = from('198.51.100.23').post('/reviews').set('Content-Type', 'application/json').send('{');
      assert.equal(codeOf(await broken.expect(429)), 'throttled');
    });
  });

  it('do not count a caller who is signed in', async () => {
    const author = user(server);
    for (let index = 0; index < 3; index += 1) await newReview(author, { guestEmail: 'jane@example.com' });
  });
});
