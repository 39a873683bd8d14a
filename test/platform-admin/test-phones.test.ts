import assert from 'node:assert/strict';
import { TestPhone } from '../../models/platform-admin/TestPhone.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { guardTenancy } from '../../server/platform/db/tenancy/models.ts';
import { findTestCode } from '../../server/services/platform-admin/test-phones.ts';
import { expectTally, raceAsAdmin, repeat } from '../support/race.ts';
import { admin } from '../support/requests/client.ts';
import { faultyFields, itNeedsPlatformKey } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';

const numbered = (index: number): string => `+1555010${String(index).padStart(4, '0')}`;

describe('test phones', () => {
  let server: TestServer;
  let time = new Date('2026-06-01T12:00:00.000Z');
  const clock: Clock = { now: () => time };
  let phones = '';
  let project = 0;

  before(async () => {
    server = await startServer({ clock });
    guardTenancy(server.db.model(TestPhone));
  });
  after(() => server.close());

  beforeEach(async () => {
    const { body } = await admin(server).post('/admin/projects', { name: 'Fresh' }).expect(201);
    project = body.id;
    phones = `/admin/projects/${project}/test-phones`;
  });

  itNeedsPlatformKey(
    () => server,
    [
      ['get', '/admin/projects/404404/test-phones'],
      ['post', '/admin/projects/404404/test-phones', {}],
      ['delete', '/admin/projects/404404/test-phones/+15550100001'],
    ],
  );

  describe('GET /admin/projects/:id/test-phones', () => {
    it('lists all phones of the project with codes', async () => {
      await admin(server)
        .post(phones, { phone: numbered(2), code: '0000' })
        .expect(201);
      await admin(server)
        .post(phones, { phone: numbered(1), code: '1234567890', expiresAt: '2026-06-01T12:00:01Z' })
        .expect(201);
      await admin(server)
        .post('/admin/projects/11/test-phones', { phone: numbered(2), code: '9999' })
        .expect(201);
      time = new Date('2026-06-02T00:00:00.000Z');
      const { body } = await admin(server).get(phones).expect(200);
      assert.deepEqual(
        body.map((entry: { createdAt: string }) => ({ ...entry, createdAt: '' })),
        [
          { phone: numbered(2), code: '0000', source: 'database', expiresAt: null, projectId: project, createdAt: '' },
          {
            phone: numbered(1),
            code: '1234567890',
            source: 'database',
            expiresAt: '2026-06-01T12:00:01.000Z',
            projectId: project,
            createdAt: '',
          },
        ],
      );
    });

    it('lists the phones of TEST_PHONES in the default project', async () => {
      const other = await startServer({ env: { TEST_PHONES: `${numbered(7)}=246810` } });
      await admin(other).post('/admin/projects', { name: 'Other', id: 12 }).expect(201);
      await admin(other)
        .post('/admin/projects/11/test-phones', { phone: numbered(8), code: '1234' })
        .expect(201);
      const { body } = await admin(other).get('/admin/projects/11/test-phones').expect(200);
      const [configured] = body;
      const expected = { phone: numbered(7), code: '246810', source: 'environment', expiresAt: null, projectId: 11, createdAt: null };
      assert.deepEqual(configured, expected);
      assert.deepEqual(
        body.map(({ phone }: { phone: string }) => phone),
        [numbered(7), numbered(8)],
      );
      assert.deepEqual((await admin(other).get('/admin/projects/12/test-phones').expect(200)).body, []);
      await other.close();
    });

    it('answers 404 for an unknown project', async () => {
      assert.equal((await admin(server).get('/admin/projects/404404/test-phones').expect(404)).body.code, 'project_not_found');
    });
  });

  describe('POST /admin/projects/:id/test-phones', () => {
    it('stores the phone in E.164', async () => {
      const { body } = await admin(server)
        .post(phones, { phone: '00 \u0669\u0666\u0666 50-123-4567', code: '\u0661\u0662\u0663-456' })
        .expect(201);
      assert.equal(body.phone, '+966501234567');
    });

    it('answers 409 for an existing phone in any spelling', async () => {
      await admin(server)
        .post(phones, { phone: numbered(1), code: '1234' })
        .expect(201);
      const { body } = await admin(server).post(phones, { phone: '001 (555) 010-0001', code: '9999' }).expect(409);
      assert.equal(body.code, 'test_phone_exists');
    });

    it('answers 400 invalid_phone for an impossible number', async () => {
      for (const phone of ['12', '0501234567', 'tel:+15550100001', '+15550100001;ext=5', '\u202e15550100001', `+${'1'.repeat(65)}`]) {
        const { body } = await admin(server).post(phones, { phone, code: '1234' }).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['invalid_phone', 'phone']);
      }
    });

    it('answers 400 and names every fault', async () => {
      const { body } = await admin(server).post(phones, { phone: 5, code: '123', expiresAt: 'tomorrow' }).expect(400);
      assert.deepEqual(faultyFields(body), ['phone', 'code', 'expiresAt']);
    });

    for (const code of ['123', '12345678901', '12.34', 'abcd', '1\u200e23', '1234\0', 1234, null]) {
      it(`answers 400 for the code ${JSON.stringify(code)}`, async () => {
        const { body } = await admin(server)
          .post(phones, { phone: numbered(1), code })
          .expect(400);
        assert.deepEqual(faultyFields(body), ['code']);
      });
    }

    it('answers 400 for a past expiry or missing offset', async () => {
      for (const expiresAt of [time.toISOString(), '2020-01-01T00:00:00Z', '2030-01-01T00:00:00', '2030-01-01', 1]) {
        const { body } = await admin(server)
          .post(phones, { phone: numbered(1), code: '1234', expiresAt })
          .expect(400);
        assert.deepEqual(faultyFields(body), ['expiresAt']);
      }
    });

    it('answers 404 for an unknown project', async () => {
      const { body } = await admin(server)
        .post('/admin/projects/404404/test-phones', { phone: numbered(1), code: '1234' })
        .expect(404);
      assert.equal(body.code, 'project_not_found');
    });

    it('answers 409 for the eleventh phone of a project', async () => {
      for (let index = 1; index <= 10; index += 1)
        await admin(server)
          .post(phones, { phone: numbered(index), code: '1234' })
          .expect(201);
      const { body } = await admin(server)
        .post(phones, { phone: numbered(11), code: '1234' })
        .expect(409);
      assert.equal(body.code, 'test_phone_limit');
      await admin(server)
        .delete(`${phones}/${numbered(3)}`)
        .expect(204);
      await admin(server)
        .post(phones, { phone: numbered(11), code: '1234' })
        .expect(201);
    });

    it('accepts ten of 20 parallel phones', async () => {
      const answers = await raceAsAdmin(
        server,
        repeat(20, (index) => ({ method: 'POST', path: phones, body: { phone: numbered(index), code: '1234' } })),
      );
      expectTally(answers, { 201: 10, 409: 10 });
      assert.equal((await admin(server).get(phones)).body.length, 10);
    });

    it('accepts one of 20 parallel requests for one phone', async () => {
      const answers = await raceAsAdmin(
        server,
        repeat(20, () => ({ method: 'POST', path: phones, body: { phone: numbered(1), code: '1234' } })),
      );
      expectTally(answers, { 201: 1, 409: 19 });
    });
  });

  describe('DELETE /admin/projects/:id/test-phones/:phone', () => {
    it('deletes a phone in any spelling', async () => {
      for (const spelling of [numbered(1), encodeURIComponent(numbered(1)), '0015550100001', encodeURIComponent('+1 (555) 010-0001')]) {
        await admin(server)
          .post(phones, { phone: numbered(1), code: '1234' })
          .expect(201);
        await admin(server).delete(`${phones}/${spelling}`).expect(204);
      }
      assert.deepEqual((await admin(server).get(phones)).body, []);
    });

    it('answers 404 for a phone of another project', async () => {
      await admin(server)
        .post(phones, { phone: numbered(1), code: '1234' })
        .expect(201);
      const absent = await admin(server)
        .delete(`${phones}/${numbered(2)}`)
        .expect(404);
      const { body: other } = await admin(server).post('/admin/projects', { name: 'Other' }).expect(201);
      const foreign = await admin(server)
        .delete(`/admin/projects/${other.id}/test-phones/${numbered(1)}`)
        .expect(404);
      assert.deepEqual([absent.body.code, foreign.body.code], ['test_phone_not_found', 'test_phone_not_found']);
      assert.equal((await admin(server).get(phones)).body.length, 1);
    });

    it('answers 404 to unknown projects, 400 to a bad phone', async () => {
      assert.equal(
        (
          await admin(server)
            .delete(`/admin/projects/404404/test-phones/${numbered(1)}`)
            .expect(404)
        ).body.code,
        'project_not_found',
      );
      assert.equal((await admin(server).delete(`${phones}/12`).expect(400)).body.code, 'invalid_phone');
    });

    it('answers 204 once to 20 parallel requests', async () => {
      await admin(server)
        .post(phones, { phone: numbered(1), code: '1234' })
        .expect(201);
      const answers = await raceAsAdmin(
        server,
        repeat(20, () => ({ method: 'DELETE', path: `${phones}/${numbered(1)}` })),
      );
      expectTally(answers, { 204: 1, 404: 19 });
    });
  });

  describe('findTestCode', () => {
    it('finds codes of live phones of the project only', async () => {
      time = new Date('2026-06-01T12:00:00.000Z');
      await admin(server)
        .post(phones, { phone: numbered(1), code: '1111' })
        .expect(201);
      await admin(server)
        .post(phones, { phone: numbered(2), code: '2222', expiresAt: '2026-06-01T12:00:10Z' })
        .expect(201);
      const later = new Date('2026-06-01T12:00:10.000Z');
      assert.deepEqual(
        [
          await findTestCode(server.db, project, numbered(1), later),
          await findTestCode(server.db, project, numbered(2), time),
          await findTestCode(server.db, project, numbered(2), later),
          await findTestCode(server.db, project, numbered(3), time),
          await findTestCode(server.db, project + 1, numbered(1), time),
        ],
        ['1111', '2222', null, null, null],
      );
    });
  });

  it('throw at a query that names no project', async () => {
    await assert.rejects(server.db.model(TestPhone).findAll(), /names no project/);
  });
});

describe('test phones beside TEST_PHONES', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ env: { TEST_PHONES: [1, 2, 3].map((index) => `${numbered(index)}=123456`).join() } });
  });
  after(() => server.close());

  const add = (project: number, index: number) =>
    admin(server).post(`/admin/projects/${project}/test-phones`, { phone: numbered(index), code: '1234' });

  it('count toward ten in the default project', async () => {
    for (let index = 3; index <= 10; index += 1) await add(11, index).expect(201);
    assert.equal((await add(11, 11).expect(409)).body.code, 'test_phone_limit');
    await add(11, 1).expect(201);
  });

  it('do not count in other projects', async () => {
    const { body } = await admin(server).post('/admin/projects', { name: 'Other' }).expect(201);
    for (let index = 1; index <= 10; index += 1) await add(body.id, index).expect(201);
  });
});
