import assert from 'node:assert/strict';
import { Project } from '../../models/platform-admin/Project.ts';
import { ensureDefaultProject, showProject } from '../../server/services/platform-admin/projects.ts';
import { until } from '../support/programs/process.ts';
import { expectTally, raceAsAdmin, repeat } from '../support/race.ts';
import { admin } from '../support/requests/client.ts';
import { atOnce, faultyFields, itNeedsPlatformKey, tally } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';

const DEFAULT_OTP = {
  length: 6,
  ttlSeconds: 300,
  guard: 'record',
  guardScale: 1,
  capPerDay: null,
  sms: { androidHash: null, webDomain: null },
};
const DEFAULT_SETTINGS = {
  loginMethods: ['phone_password', 'phone_otp', 'username_password'],
  registration: true,
  otp: DEFAULT_OTP,
  phone: { countries: null, blockedCountries: [] },
  contentWriters: 'authenticated',
  onePerAuthor: [],
  autoHideReports: 3,
  blockedWords: [],
  languages: ['en', 'ar'],
  requireTotp: false,
  accountDeletionDays: 7,
  erasedContent: 'anonymise',
  notices: { to: null },
};
const BAD_IDS = ['0', '-1', '+1', '1.0', '1e3', '0x1', '01', '%201', 'abc', '2147483648', '99999999999999999999'];

describe('projects', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer();
  });
  after(() => server.close());

  const newProject = async (): Promise<number> => {
    const { body } = await admin(server).post('/admin/projects', { name: 'Shop' }).expect(201);
    return body.id;
  };

  itNeedsPlatformKey(
    () => server,
    [
      ['get', '/admin/projects'],
      ['post', '/admin/projects', { name: 'No' }],
      ['get', '/admin/projects/999'],
      ['put', '/admin/projects/999', { name: 'No' }],
    ],
  );

  describe('GET /admin/projects', () => {
    it('lists all projects by id, including the default', async () => {
      await admin(server).post('/admin/projects', { name: 'Low', id: 3 }).expect(201);
      await newProject();
      const { body } = await admin(server).get('/admin/projects').expect(200);
      const ids: number[] = body.map(({ id }: { id: number }) => id);
      assert.deepEqual(
        ids,
        [...ids].sort((a, b) => a - b),
      );
      assert.ok(ids.includes(3) && ids.includes(11));
    });
  });

  describe('POST /admin/projects', () => {
    it('creates an active project with default settings', async () => {
      const { body } = await admin(server).post('/admin/projects', { name: '  Cafe\u0301 \u0645\u0642\u0647\u0649 ' }).expect(201);
      const { id, createdAt, updatedAt, ...rest } = body;
      assert.deepEqual(rest, { name: 'Caf\u00e9 \u0645\u0642\u0647\u0649', isActive: true, settings: DEFAULT_SETTINGS });
      assert.ok(id > 11 && createdAt === updatedAt);
    });

    it('accepts a chosen id and continues counting below', async () => {
      const chosen = await admin(server).post('/admin/projects', { name: 'High', id: 2_147_483_647 }).expect(201);
      assert.equal(chosen.body.id, 2_147_483_647);
      assert.ok((await newProject()) < 1_000_000);
    });

    it('ignores server-owned fields in the body', async () => {
      const { body } = await admin(server).post('/admin/projects', {
        name: 'X',
        isActive: false,
        settings: { registration: false },
        createdAt: '2000-01-01T00:00:00Z',
      });
      assert.equal(body.isActive, true);
      assert.equal(body.settings.registration, true);
      assert.notEqual(body.createdAt.slice(0, 4), '2000');
    });

    it('answers 409 for an id that exists', async () => {
      const { body } = await admin(server).post('/admin/projects', { name: 'Again', id: 11 }).expect(409);
      assert.equal(body.code, 'project_exists');
    });

    it('answers 400 and names every fault', async () => {
      const { body } = await admin(server)
        .post('/admin/projects', { name: 'x'.repeat(101), id: 0 })
        .expect(400);
      assert.deepEqual(faultyFields(body), ['name', 'id']);
    });

    const BAD: readonly [name: string, body: object][] = [
      ['nothing', {}],
      ['a blank name', { name: '  ' }],
      ['a number for a name', { name: 5 }],
      ['null for a name', { name: null }],
      ['a line break in the name', { name: 'a\nb' }],
      ['text for an id', { name: 'x', id: '12' }],
      ['a fraction for an id', { name: 'x', id: 1.5 }],
      ['an id that does not fit', { name: 'x', id: 2_147_483_648 }],
      ['a negative id', { name: 'x', id: -1 }],
      ['null for an id', { name: 'x', id: null }],
      ['a list', []],
    ];
    for (const [name, sent] of BAD) {
      it(`answers 400 for ${name}`, async () => {
        const { body } = await admin(server).post('/admin/projects', sent).expect(400);
        assert.equal(body.code, 'validation_error');
      });
    }

    it('gives 20 parallel requests 20 ids', async () => {
      const answers = await raceAsAdmin(
        server,
        repeat(20, () => ({ method: 'POST', path: '/admin/projects', body: { name: 'Race' } })),
      );
      assert.deepEqual(tally(answers), { 201: 20 });
      assert.equal(new Set(answers.map(({ body }) => body['id'])).size, 20);
    });

    it('creates one of 20 parallel projects of one id', async () => {
      const answers = await raceAsAdmin(
        server,
        repeat(20, () => ({ method: 'POST', path: '/admin/projects', body: { name: 'Race', id: 777 } })),
      );
      expectTally(answers, { 201: 1, 409: 19 });
    });
  });

  describe('GET /admin/projects/:id', () => {
    it('shows one project by its id', async () => {
      const { body } = await admin(server).get('/admin/projects/11').expect(200);
      assert.equal(body.id, 11);
    });

    it('answers 404 for an unknown project', async () => {
      const { body } = await admin(server).get('/admin/projects/404404').expect(404);
      assert.equal(body.code, 'project_not_found');
    });

    for (const id of BAD_IDS) {
      it(`answers 400 for the id ${id}`, async () => {
        const { body } = await admin(server).get(`/admin/projects/${id}`).expect(400);
        assert.deepEqual([body.code, ...faultyFields(body)], ['validation_error', 'id']);
      });
    }
  });

  describe('PUT /admin/projects/:id', () => {
    it('changes only the name of a project', async () => {
      const id = await newProject();
      const { body } = await admin(server).put(`/admin/projects/${id}`, { name: 'New name' }).expect(200);
      assert.deepEqual([body.name, body.isActive, body.settings], ['New name', true, DEFAULT_SETTINGS]);
    });

    it('merges settings key by key and replaces lists', async () => {
      const id = await newProject();
      const first = { loginMethods: ['phone_otp'], otp: { length: 4 }, onePerAuthor: ['product', 'store'] };
      const second = { otp: { ttlSeconds: 60 }, onePerAuthor: ['order'], languages: ['ar', 'fr', 'pt-BR'], contentWriters: 'staff' };
      await admin(server).put(`/admin/projects/${id}`, { settings: first }).expect(200);
      await admin(server).put(`/admin/projects/${id}`, { settings: second }).expect(200);
      const { body } = await admin(server).get(`/admin/projects/${id}`).expect(200);
      assert.deepEqual(body.settings, {
        ...DEFAULT_SETTINGS,
        ...second,
        loginMethods: ['phone_otp'],
        otp: { ...DEFAULT_OTP, length: 4, ttlSeconds: 60 },
      });
    });

    it("resets values to the server's with null", async () => {
      const id = await newProject();
      await admin(server)
        .put(`/admin/projects/${id}`, { settings: { otp: { length: 4, ttlSeconds: 60 } } })
        .expect(200);
      const { body } = await admin(server)
        .put(`/admin/projects/${id}`, { settings: { otp: { length: null } } })
        .expect(200);
      assert.deepEqual(body.settings.otp, { ...DEFAULT_OTP, ttlSeconds: 60 });
    });

    it('keeps each address of notices once, in one case', async () => {
      const id = await newProject();
      const put = async (to: readonly string[] | null): Promise<unknown> =>
        (
          await admin(server)
            .put(`/admin/projects/${id}`, { settings: { notices: { to } } })
            .expect(200)
        ).body.settings.notices;
      assert.deepEqual(await put(['Duty@Example.com', ' duty@example.com', 'lead@example.com']), {
        to: ['duty@example.com', 'lead@example.com'],
      });
      assert.deepEqual(await put([]), { to: [] });
      assert.deepEqual(await put(null), { to: null });
    });

    it('masks the addresses of notices in audit rows', async () => {
      const id = await newProject();
      await admin(server)
        .put(`/admin/projects/${id}`, { settings: { notices: { to: ['duty@example.com'] } } })
        .expect(200);
      const { body } = await admin(server).get(`/admin/audit-log?projectId=${id}&action=project.changed`).expect(200);
      const [{ before, after }] = body.data;
      assert.deepEqual(
        [before, after],
        [null, ['d***@example.com']].map((to) => ({ settings: { notices: { to } } })),
      );
    });

    it('deactivates and activates a project', async () => {
      const id = await newProject();
      assert.equal((await admin(server).put(`/admin/projects/${id}`, { isActive: false }).expect(200)).body.isActive, false);
      assert.equal((await admin(server).put(`/admin/projects/${id}`, { isActive: true }).expect(200)).body.isActive, true);
    });

    it('never changes the id of a project', async () => {
      const id = await newProject();
      const { body } = await admin(server).put(`/admin/projects/${id}`, { id: 5, name: 'Still' }).expect(200);
      assert.equal(body.id, id);
    });

    it('answers 400 and names faults in settings too', async () => {
      const settings = {
        loginMethods: ['sms', 'phone_otp'],
        registration: 1,
        otp: { length: 3, ttlSeconds: 0 },
        contentWriters: 'all',
        onePerAuthor: ['shop'],
        autoHideReports: -1,
        blockedWords: ['good', '*', 'a*b'],
        languages: ['EN'],
        notices: { to: ['duty@example.com', 'no address', 'a@example.com\r\nBcc: b@example.com'] },
      };
      const { body } = await admin(server).put('/admin/projects/11', { name: '', isActive: 'no', settings }).expect(400);
      assert.deepEqual(faultyFields(body).sort(), [
        'isActive',
        'name',
        'settings.autoHideReports',
        'settings.blockedWords[1]',
        'settings.blockedWords[2]',
        'settings.contentWriters',
        'settings.languages[0]',
        'settings.loginMethods[0]',
        'settings.notices.to[1]',
        'settings.notices.to[2]',
        'settings.onePerAuthor[0]',
        'settings.otp.length',
        'settings.otp.ttlSeconds',
        'settings.registration',
      ]);
    });

    const EMPTY: readonly object[] = [
      {},
      { unknown: 1 },
      { id: 5 },
      { settings: {} },
      { settings: { unknown: 1 } },
      { settings: { otp: {} } },
      { settings: { otp: { sms: {} } } },
      { settings: { notices: {} } },
    ];
    const BAD: readonly object[] = [
      { settings: null },
      { settings: [] },
      { settings: '{"registration":false}' },
      { settings: { loginMethods: [] } },
      { settings: { loginMethods: ['phone_otp', 'phone_otp'] } },
      { settings: { loginMethods: 'phone_otp' } },
      { settings: { languages: [] } },
      { settings: { languages: ['en', 'en'] } },
      { settings: { otp: { length: 11 } } },
      { settings: { otp: { length: '6' } } },
      { settings: { otp: { sms: { androidHash: 'FA+9qCX9VS' } } } },
      { settings: { otp: { sms: { androidHash: 'FA+9qCX9V\n1' } } } },
      { settings: { otp: { sms: { webDomain: 'https://example.com' } } } },
      { settings: { otp: { sms: { webDomain: 'example.com #1234' } } } },
      { settings: { otp: { sms: { webDomain: `${'a'.repeat(37)}.com` } } } },
      { settings: { otp: { sms: { webDomain: 'متجر.example' } } } },
      { settings: { notices: { to: 'duty@example.com' } } },
      { settings: { notices: { to: [null] } } },
      { settings: { notices: { to: Array.from({ length: 21 }, (_, index) => `n${index}@example.com`) } } },
      { settings: { notices: null } },
      { settings: { registration: null } },
      { isActive: null },
      { name: null },
    ];
    for (const sent of [...EMPTY, ...BAD]) {
      it(`answers 400 for ${JSON.stringify(sent)} and changes nothing`, async () => {
        const before = await admin(server).get('/admin/projects/11');
        await admin(server).put('/admin/projects/11', sent).expect(400);
        assert.deepEqual((await admin(server).get('/admin/projects/11')).body, before.body);
      });
    }

    it('answers 404 for an unknown project', async () => {
      const { body } = await admin(server).put('/admin/projects/404404', { name: 'X' }).expect(404);
      assert.equal(body.code, 'project_not_found');
    });

    it('loses none of 20 parallel changes', async () => {
      const id = await newProject();
      const changes = [
        { name: 'Raced' },
        { isActive: false },
        { settings: { registration: false } },
        { settings: { otp: { length: 8 } } },
        { settings: { otp: { ttlSeconds: 42 } } },
        { settings: { contentWriters: 'staff' } },
        { settings: { onePerAuthor: ['driver'] } },
        { settings: { languages: ['ar'] } },
      ];
      const answers = await raceAsAdmin(
        server,
        repeat(24, (index) => ({ method: 'PUT', path: `/admin/projects/${id}`, body: changes[index % changes.length] })),
      );
      assert.deepEqual(tally(answers), { 200: 24 });
      const { body } = await admin(server).get(`/admin/projects/${id}`);
      assert.deepEqual([body.name, body.isActive], ['Raced', false]);
      const changed = {
        registration: false,
        otp: { ...DEFAULT_OTP, length: 8, ttlSeconds: 42 },
        contentWriters: 'staff',
        onePerAuthor: ['driver'],
        languages: ['ar'],
      };
      assert.deepEqual(body.settings, { ...DEFAULT_SETTINGS, ...changed });
    });
  });

  describe('the project directory', () => {
    it('finds a new project after a miss', async () => {
      const directory = server.services.admin.projects;
      assert.equal(await directory.find(8001), null);
      await admin(server).post('/admin/projects', { name: 'Late', id: 8001 }).expect(201);
      assert.equal((await directory.find(8001))?.id, 8001);
    });

    it('shows a change of this process at once', async () => {
      const directory = server.services.admin.projects;
      const id = await newProject();
      assert.equal((await directory.find(id))?.isActive, true);
      await admin(server)
        .put(`/admin/projects/${id}`, { isActive: false, settings: { registration: false } })
        .expect(200);
      const found = await directory.find(id);
      assert.deepEqual([found?.isActive, found?.settings.registration], [false, false]);
    });

    it('shows a change of another process within a second', async () => {
      const directory = server.services.admin.projects;
      const id = await newProject();
      await directory.find(id);
      await server.db.model(Project).update({ isActive: false }, { where: { id } });
      assert.equal((await directory.find(id))?.isActive, true, 'remembered');
      await until(
        async () => (await directory.find(id))?.isActive === false,
        () => 'still active',
        1_200,
      );
    });
  });

  it("shows the server's values where none are set", async () => {
    const id = await newProject();
    const configured = { ...server.services.admin, otpDefaults: { length: 8, ttlSeconds: 120, guard: 'enforce' as const } };
    assert.deepEqual((await showProject(configured, id)).settings.otp, {
      ...DEFAULT_OTP,
      length: 8,
      ttlSeconds: 120,
      guard: 'enforce',
    });
  });

  it('creates the default project once', async () => {
    await atOnce(10, () => ensureDefaultProject(server.services.admin, 9001));
    await admin(server).put('/admin/projects/9001', { name: 'Renamed' }).expect(200);
    await ensureDefaultProject(server.services.admin, 9001);
    assert.equal((await showProject(server.services.admin, 9001)).name, 'Renamed');
  });
});
