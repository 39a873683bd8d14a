import assert from 'node:assert/strict';
import { AppVersion } from '../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../models/apps/FeatureFlag.ts';
import { codeOf } from '../apps/support.ts';
import { comment, newItem } from '../feedback/comments/comment-support.ts';
import { newPost } from '../feedback/posts/post-support.ts';
import { newReview } from '../feedback/reviews/review-support.ts';
import { type Caller, executeAcrossProjects, guest, staff, startFeedbackServer, user } from '../feedback/support.ts';
import { statementsOf } from '../support/databases/statements.ts';
import { admin, client } from '../support/requests/client.ts';
import { issueKey } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';

const NOTHING = { count: 0, oldestAt: null };

describe('GET /admin/waiting', () => {
  let server: TestServer;
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    moderator = staff(server);
  });
  after(() => server.close());

  const waiting = async (caller = moderator) => (await caller.get('/admin/waiting').expect(200)).body.data;

  it('answers zeros for a project without anything', async () => {
    assert.deepEqual(await waiting(staff(server, { projectId: 12 })), {
      reviews: NOTHING,
      comments: NOTHING,
      posts: NOTHING,
      reports: NOTHING,
      releases: [],
      maintenance: [],
      staleFlags: 0,
      mail: { waiting: 0, failed: 0, oldestAt: null },
    });
  });

  it('counts content and the oldest of each kind', async () => {
    const first = await newReview(guest(server), { guestEmail: 'one@example.com' });
    await newReview(guest(server), { guestEmail: 'two@example.com' });
    const post = await newPost(author);
    const { id } = await comment(author, newItem());
    const items = [
      { entityType: 'post', id: post.id, status: 'pending' },
      { entityType: 'comment', id, status: 'pending' },
    ];
    await moderator.post('/admin/moderation/decisions', { items }).expect(200);
    const before = await waiting();
    assert.deepEqual(before.reviews, { count: 2, oldestAt: first['createdAt'] });
    assert.deepEqual([before.comments.count, before.posts.count, before.reports], [1, 1, NOTHING]);
    await moderator.post('/reports', { entityType: 'post', entityId: post.id, reason: 'spam' }).expect(201);
    const gone = await newReview(author);
    await moderator.post('/reports', { entityType: 'review', entityId: gone.id, reason: 'spam' }).expect(201);
    const reported = (await waiting()).reports;
    assert.deepEqual(reported, { count: 2, oldestAt: before.posts.oldestAt });
    await author.delete(`/reviews/${gone.id}`).expect(200);
    assert.equal((await waiting()).reports.count, 1);
    const { data } = (await moderator.get('/admin/moderation/queue?reason=reported').expect(200)).body;
    assert.equal(data.length, 1);
  });

  it('names halted releases and active maintenance of the project', async () => {
    const owner = admin(server);
    const app = { name: 'Souq', platform: 'both', packageName: 'com.example.souq' };
    await owner.post('/admin/apps', { ...app, slug: 'souq' }).expect(201);
    const other = owner.post('/admin/apps', { ...app, slug: 'far' });
    await other.set('X-Project-ID', '12').expect(201);
    const publish = async (slug: string, code: number): Promise<number> => {
      const release = { versionName: `1.${code}.0`, versionCode: code };
      return (await owner.post(`/admin/apps/${slug}/versions`, release).expect(201)).body.id;
    };
    const [first, second, third] = [await publish('souq', 1), await publish('souq', 2), await publish('souq', 3)];
    const far = await publish('far', 1);
    const halt = (slug: string, id: number) => owner.put(`/admin/apps/${slug}/versions/${id}`, { rolloutState: 'halted' }).expect(200);
    for (const id of [second, third]) await halt('souq', id);
    await halt('far', far);
    const [guarded] = await server.db.model(AppVersion).findAll({ where: { id: third } });
    await guarded?.update({ guardActedAt: guarded.haltedAt });
    await owner.put('/admin/apps/souq/maintenance', { isActive: true, messageEn: 'Back soon' }).expect(200);
    const { releases, maintenance } = await waiting();
    assert.deepEqual(
      releases.map(({ app: slug, id, versionCode, state }: Record<string, unknown>) => [slug, id, versionCode, state]),
      [
        ['souq', third, 3, 'guarded'],
        ['souq', second, 2, 'halted'],
      ],
    );
    assert.equal(maintenance.length, 1);
    assert.deepEqual(
      [maintenance[0].app, maintenance[0].mode, maintenance[0].endAt, maintenance[0].platforms],
      ['souq', 'full', null, null],
    );
    await owner.put('/admin/apps/souq/maintenance', { isActive: false }).expect(200);
    assert.deepEqual((await waiting()).maintenance, []);
    assert.ok(first > 0);
    assert.deepEqual((await waiting(staff(server, { projectId: 12 }))).releases.length, 1);
  });

  it('counts stale flags and mails of the project', async () => {
    const owner = admin(server);
    for (const flagKey of ['old', 'young']) await owner.put(`/admin/apps/souq/features/${flagKey}`, { isEnabled: true });
    for (const key of ['old', 'young']) await owner.post('/admin/apps/souq/features', { flagKey: key, isEnabled: true });
    const past = new Date(Date.now() - 100 * 86_400_000);
    await server.db.model(FeatureFlag).update({ createdAt: past, updatedAt: past }, { where: { flagKey: 'old' }, silent: true });
    const stale = (await owner.get('/admin/apps/souq/features?stale=true').expect(200)).body;
    const row = "(:projectId, :key, 'a@example.com', 'en', 'x', '{}', :state, 1, 0, :now, :now)";
    const insert = `INSERT INTO mail_outbox
      (project_id, mail_key, recipient, language, template, data, state, priority, attempts, due_at, created_at) VALUES ${row}`;
    const now = new Date(Date.now() + 3_600_000);
    for (const [key, state, projectId] of [
      ['a', 'waiting', 11],
      ['b', 'failed', 11],
      ['c', 'waiting', 12],
    ] as const)
      await executeAcrossProjects(server.db, insert, { key, state, now, projectId });
    const { staleFlags, mail } = await waiting();
    assert.equal(staleFlags, stale.length);
    assert.equal(staleFlags, 1);
    assert.deepEqual([mail.waiting, mail.failed, mail.oldestAt], [1, 1, now.toISOString()]);
  });

  it('sends few statements, however many apps there are', async () => {
    const once = async () => (await statementsOf(server.db, () => waiting())).length;
    // a poller or a project that was read again only adds
    const count = async () => Math.min(await once(), await once(), await once());
    const before = await count();
    const app = { name: 'More', platform: 'both', packageName: 'com.example.more' };
    for (let index = 0; index < 3; index += 1) {
      await admin(server)
        .post('/admin/apps', { ...app, slug: `more-${index}` })
        .expect(201);
      await admin(server).post(`/admin/apps/more-${index}/versions`, { versionName: '1.0.0', versionCode: 1 }).expect(201);
    }
    assert.equal(await count(), before);
    assert.ok(before <= 10, `${before} statements`);
  });

  it('refuses users and keys of some apps only', async () => {
    assert.equal(codeOf(await author.get('/admin/waiting').expect(403)), 'permission_denied');
    const { key } = await issueKey(server, { apps: ['souq'], scopes: ['read', 'feedback'] });
    assert.equal(codeOf(await client(server, { apiKey: key }).get('/admin/waiting').expect(403)), 'permission_denied');
  });
});
