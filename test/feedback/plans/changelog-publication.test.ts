import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { ChangelogEntry } from '../../../models/feedback/ChangelogEntry.ts';
import { countNewUser } from '../../../server/services/auth/search/user-counts.ts';
import { publishDue } from '../../../server/services/feedback/plans/publication.ts';
import { codeOf } from '../../apps/support.ts';
import type { TestServer } from '../../support/server.ts';
import { auditOf, countNamed, newProject } from '../content-support.ts';
import { inboxOf } from '../inbox/inbox-support.ts';
import { StatusMails } from '../mail/status-mail-support.ts';
import { type Caller, expectExactCounts, selectAcrossProjects, staff } from '../support.ts';

const ENTRY = { title: 'Night theme', titleAr: 'الوضع الليلي', content: 'At last.' };
const HOUR = 3_600_000;

describe('the publication of a changelog entry', () => {
  let mails: StatusMails;
  let server: TestServer;
  let projectId: number;
  let moderator: Caller;
  let boss: Caller;

  before(async () => {
    mails = await StatusMails.start();
    ({ server } = mails);
  });
  beforeEach(async () => {
    projectId = await newProject(server);
    [moderator, boss] = [staff(server, { projectId }), staff(server, { projectId, role: 'admin' })];
  });
  after(async () => {
    await expectExactCounts(server);
    await mails.close();
  });

  const person = (fields: { email?: string; language?: string; notifications?: boolean } = {}) => mails.person({ projectId, ...fields });
  const add = async (caller: Caller, fields: object = {}) =>
    (await caller.post('/changelog', { ...ENTRY, ...fields }).expect(201)).body.data;
  const statusOf = async (id: number) => (await moderator.get(`/posts/${id}`).expect(200)).body.data.status;
  let posts = 0;
  /** A new post with its own title, since an author posts a text once a day. */
  const newPost = (author: Caller, title?: string): Promise<number> => {
    posts += 1;
    return mails.newPost(author, title ?? `Request ${posts}`);
  };
  const later = (ms: number) => new Date(Date.now() + ms).toISOString();
  const published = async (id: number) =>
    (await auditOf(server, `changelog:${id}`)).filter(({ action }) => action === 'changelog.published').map(({ actor }) => actor);
  const textsOf = async (caller: Caller) => {
    await mails.waitForBroadcasts();
    return (await inboxOf(caller)).data.map(({ type, title }) => `${type} ${title}`);
  };
  /** Moves the time of publication without a request, which an edit would be. */
  const becomeDue = async (id: number) => {
    await server.db.model(ChangelogEntry).update({ publishedAt: new Date(Date.now() - 1_000) }, { where: { projectId, id } });
    await publishDue(server.services.feedback, async () => true);
  };

  it('completes the posts and tells each reader once', async () => {
    const email = mails.newEmail();
    const [author, voter] = [await person({ email }), await person({ language: 'ar' })];
    const first = await newPost(author, 'A dark theme');
    const second = await newPost(voter, 'A night theme');
    await voter.post(`/posts/${first}/vote`, {}).expect(200);
    await author.post(`/posts/${second}/vote`, {}).expect(200);
    const { id } = await add(moderator, { linkedPostIds: [first, second] });
    assert.deepEqual([await statusOf(first), await statusOf(second)], ['completed', 'completed']);
    assert.deepEqual(await textsOf(author), ['changelog.published Night theme']);
    assert.deepEqual(await textsOf(voter), ['changelog.published الوضع الليلي']);
    const [mail] = await mails.inbox(email, 1);
    assert.equal(mail?.email.subject, 'New: “Night theme”');
    for (const post of [first, second])
      assert.deepEqual(
        (await auditOf(server, `post:${post}`)).map(({ action, actor, details }) => ({ action, actor, details })),
        [{ action: 'post.status_changed', actor: 'operator:7', details: { before: 'under_review', after: 'completed', reason: null } }],
      );
    assert.deepEqual(await published(id), ['operator:7']);
    assert.deepEqual(
      [await countNamed(server, projectId, 'posts:completed:feature'), await countNamed(server, projectId, 'posts:under_review:feature')],
      [2, 0],
    );
  });

  it('leaves declined posts as they are', async () => {
    const author = await person();
    const [declined, done] = [await newPost(author), await newPost(author)];
    await moderator.put(`/admin/posts/${declined}/status?status=declined`).expect(200);
    await moderator.put(`/admin/posts/${done}/status?status=completed`).expect(200);
    await add(moderator, { linkedPostIds: [declined, done] });
    assert.deepEqual([await statusOf(declined), await statusOf(done)], ['declined', 'completed']);
    assert.equal((await textsOf(author)).filter((text) => text.startsWith('changelog')).length, 1);
    assert.equal((await auditOf(server, `post:${done}`)).length, 1);
  });

  it('only links the posts of an entry by a user', async () => {
    const author = await person();
    const post = await newPost(author);
    const { id } = await add(await person(), { linkedPostIds: [post] });
    assert.deepEqual([await statusOf(post), await textsOf(author)], ['under_review', []]);
    assert.equal((await published(id)).length, 1);
  });

  it('waits for the time of publication and then tells once', async () => {
    const author = await person();
    const post = await newPost(author);
    const { id } = await add(moderator, { linkedPostIds: [post], publishedAt: later(HOUR) });
    assert.deepEqual([await statusOf(post), await textsOf(author), await published(id)], ['under_review', [], []]);
    await becomeDue(id);
    assert.deepEqual([await statusOf(post), await published(id)], ['completed', ['system:changelog']]);
    assert.deepEqual(await textsOf(author), ['changelog.published Night theme']);
    const { feedback } = server.services;
    for (let run = 0; run < 3; run += 1) await publishDue(feedback, async () => true);
    assert.deepEqual([await published(id), (await textsOf(author)).length], [['system:changelog'], 1]);
  });

  it('moves the telling with the time of publication', async () => {
    const { id } = await add(moderator, { publishedAt: later(HOUR) });
    await moderator.put(`/changelog/${id}`, { publishedAt: later(2 * HOUR) }).expect(200);
    await publishDue(server.services.feedback, async () => true);
    assert.deepEqual(await published(id), []);
    await moderator.put(`/changelog/${id}`, { publishedAt: later(-HOUR) }).expect(200);
    await publishDue(server.services.feedback, async () => true);
    assert.deepEqual(await published(id), ['system:changelog']);
  });

  it('tells no one again after edits', async () => {
    const author = await person();
    const [first, second] = [await newPost(author), await newPost(author)];
    const { id } = await add(moderator, { linkedPostIds: [first] });
    await moderator.put(`/changelog/${id}`, { title: 'Renamed', linkedPostIds: [first, second] }).expect(200);
    await moderator.put(`/changelog/${id}`, { publishedAt: later(HOUR) }).expect(200);
    assert.deepEqual(await textsOf(author), []);
    await moderator.put(`/changelog/${id}`, { publishedAt: later(-HOUR) }).expect(200);
    await publishDue(server.services.feedback, async () => true);
    assert.deepEqual([await textsOf(author), await statusOf(second)], [['changelog.published Renamed'], 'under_review']);
    assert.equal((await published(id)).length, 1);
  });

  it('completes nothing by links that an edit adds', async () => {
    const author = await person();
    const [first, second, third] = [await newPost(author), await newPost(author), await newPost(author)];
    const { id } = await add(moderator, { linkedPostIds: [first, third], publishedAt: later(HOUR) });
    await moderator.put(`/changelog/${id}`, { linkedPostIds: [first, second] }).expect(200);
    await becomeDue(id);
    assert.deepEqual([await statusOf(first), await statusOf(second), await statusOf(third)], ['completed', 'under_review', 'under_review']);
  });

  it('announces an entry to everybody without a row or mail', async () => {
    const email = mails.newEmail();
    const [early, voter] = [await person(), await person({ email })];
    const post = await newPost(voter);
    const { id, announce } = await add(boss, { linkedPostIds: [post], announce: true });
    assert.equal(announce, true);
    const late = await person();
    await server.db.model(User).update({ createdAt: new Date(Date.now() + 1_000) }, { where: { projectId, id: late.id }, silent: true });
    assert.deepEqual([(await textsOf(early)).length, (await textsOf(voter)).length, (await textsOf(late)).length], [1, 1, 0]);
    await mails.inbox(email, 1);
    const rows = () => selectAcrossProjects(server.db, 'SELECT id FROM inbox_items WHERE project_id = :projectId', { projectId });
    assert.equal((await rows()).length, 0);
    const [item] = (await inboxOf(early)).data;
    assert.deepEqual([item?.target, item?.text, item?.readAt], [{ type: 'changelog', id }, 'A change was published.', null]);
    for (let call = 0; call < 2; call += 1)
      assert.equal((await early.put(`/me/inbox/${item?.id}`, { read: true }).expect(200)).body.unread, 0);
    const [read] = (await inboxOf(early)).data;
    assert.deepEqual({ ...read, readAt: null }, item);
    assert.equal((await voter.post('/me/inbox/read-all', {}).expect(200)).body.unread, 0);
    assert.equal((await rows()).length, 2);
    await late.put(`/me/inbox/${item?.id}`, { read: true }).expect(404);
    await boss.delete(`/changelog/${id}`).expect(200);
    assert.deepEqual(await textsOf(early), []);
  });

  it('lets only admins announce an entry', async () => {
    for (const caller of [moderator, await person()])
      for (const path of ['/changelog', '/changelog?dryRun=true'])
        assert.equal(codeOf(await caller.post(path, { ...ENTRY, announce: true }).expect(403)), 'permission_denied');
    assert.equal((await add(boss, { announce: true })).announce, true);
  });

  describe('POST /changelog?dryRun=true', () => {
    const dryRun = async (caller: Caller, fields: object) =>
      (await caller.post('/changelog?dryRun=true', { ...ENTRY, ...fields }).expect(200)).body;

    it('counts posts, subscribers, mails and items, and writes nothing', async () => {
      const people = [
        await person({ email: mails.newEmail() }),
        await person({ email: mails.newEmail(), notifications: false }),
        await person(),
        await person({ email: mails.newEmail() }),
      ] as const;
      for (const { id } of people)
        await countNewUser(server.db, await server.db.model(User).findOne({ where: { projectId, id }, rejectOnEmpty: true }));
      const [author, muted, voter] = people;
      const [first, second] = [await newPost(author), await newPost(author)];
      for (const caller of [muted, voter, moderator]) await caller.post(`/posts/${first}/vote`, {}).expect(200);
      await moderator.put(`/admin/posts/${second}/status?status=declined`).expect(200);
      const linkedPostIds = [first, second];
      assert.deepEqual(await dryRun(moderator, { linkedPostIds }), { posts: 1, subscribers: 4, mails: 1, inbox: 3 });
      assert.deepEqual(await dryRun(boss, { linkedPostIds, announce: true }), { posts: 1, subscribers: 4, mails: 1, inbox: 4 });
      assert.deepEqual(await dryRun(author, { linkedPostIds }), { posts: 0, subscribers: 0, mails: 0, inbox: 0 });
      assert.deepEqual((await boss.get('/changelog').expect(200)).body.data, []);
      assert.equal(await statusOf(first), 'under_review');
      assert.equal(
        codeOf(await moderator.post('/changelog?dryRun=true', { ...ENTRY, linkedPostIds: [2_000_000_000] }).expect(404)),
        'post_not_found',
      );
    });
  });
});
