import assert from 'node:assert/strict';
import { admin, client } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { codeOf } from './support.ts';

const SHOP = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop' };

describe('requests to app management', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  describe('a body of the admin interface', () => {
    const MALFORMED = [
      '',
      '{',
      '{"slug":',
      '[1]',
      '[]',
      '5',
      'null',
      '"text"',
      '{"slug":NaN}',
      `${JSON.stringify(SHOP)}x`,
      `\ufeff${JSON.stringify(SHOP)}`,
    ];

    it('must be a JSON object or absent', async () => {
      for (const text of MALFORMED) {
        const answer = await admin(server)
          .post('/admin/apps')
          .set('Content-Type', 'application/json')
          .set('X-Request-Id', 'mine-1')
          .send(text)
          .expect(400);
        assert.deepEqual(
          [codeOf(answer), answer.body.requestId, answer.headers['x-request-id']],
          ['validation_error', 'mine-1', 'mine-1'],
          text,
        );
      }
    });

    it('must be application/json in UTF-8', async () => {
      for (const type of [
        'text/plain',
        'application/x-www-form-urlencoded',
        'application/json-patch+json',
        'application/json; charset=utf-16',
      ]) {
        const answer = await admin(server).post('/admin/apps').set('Content-Type', type).send(JSON.stringify(SHOP)).expect(415);
        assert.equal(codeOf(answer), 'unsupported_media_type');
      }
    });

    it('must have at most 256 KiB', async () => {
      const answer = await admin(server)
        .post('/admin/apps', { ...SHOP, name: 'x'.repeat(256 * 1024) })
        .expect(413);
      assert.equal(codeOf(answer), 'payload_too_large');
    });

    it('gets a generated request id for an invalid one', async () => {
      for (const given of ['a b', 'x'.repeat(129), '"quoted"']) {
        const answer = await admin(server).post('/admin/apps', {}).set('X-Request-Id', given).expect(400);
        assert.match(answer.body.requestId, /^[0-9a-f-]{36}$/);
        assert.equal(answer.headers['x-request-id'], answer.body.requestId);
      }
    });
  });

  describe('a path', () => {
    it('answers 400 for an invalid slug', async () => {
      const odd = [
        '..%2f..%2fetc',
        '%2e%2e',
        '%5c',
        '%00',
        '%ff',
        'a%0d%0aX-Evil:%201',
        '%D1%88op',
        'shop%20',
        '%E2%80%8Bshop',
        "a'%20OR%20'1'='1",
      ];
      for (const slug of odd) {
        for (const answer of [await client(server).get(`/apps/${slug}`), await admin(server).put(`/admin/apps/${slug}`, { name: 'x' })]) {
          assert.ok([400, 404].includes(answer.status), `${slug}: ${answer.status}`);
          assert.equal(answer.headers['x-evil'], undefined);
        }
      }
    });
  });
});
