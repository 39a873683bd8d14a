import assert from 'node:assert/strict';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { publishDue } from '../../../server/services/feedback/plans/publication.ts';
import { type Launched, launchBeside, relaunch } from '../../flows/support.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { client } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';
import { startServer, type TestServer } from '../../support/server.ts';
import {
  type Caller,
  executeAcrossProjects,
  expectExactCounts,
  selectAcrossProjects,
  staff,
  startFeedbackServer,
  user,
} from '../support.ts';

const VOTERS = 2_600;
const PROCESSES = 7;
const MOVES = ['planned', 'in_progress', 'under_review'];

/** The server of this process is the eighth. */
describe('the inboxes that eight processes fill', () => {
  let observer: TestServer;
  let processes: Launched[];
  const wrong: TestServer[] = [];
  let author: Caller;
  let moderator: Caller;

  before(async () => {
    observer = await startFeedbackServer();
    author = user(observer);
    moderator = staff(observer);
    const first = await relaunch({ ...observer.env, PORT: String(await freePort()) });
    processes = [first, ...(await Promise.all(Array.from({ length: PROCESSES - 1 }, () => launchBeside(first))))];
  });
  after(async () => {
    endProcesses();
    await Promise.all([observer, ...wrong].map((server) => server.close()));
  });

  const newPost = async (): Promise<number> =>
    (await author.post('/posts', { title: 'Dark mode', description: 'x', category: 'feature' }).expect(201)).body.data.id;
  const voter = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  const vote = async (postId: number): Promise<void> => {
    const rows = Array.from({ length: VOTERS }, (_, index) => [postId, voter(index), 11, new Date()]);
    await executeAcrossProjects(observer.db, 'INSERT INTO post_votes (post_id, user_id, project_id, created_at) VALUES :rows', { rows });
    await executeAcrossProjects(observer.db, 'UPDATE posts SET votes_count = :count WHERE id = :postId', { count: VOTERS, postId });
  };
  const count = async (sql: string): Promise<number> =>
    Number((await selectAcrossProjects<{ total: number }>(observer.db, `SELECT COUNT(*) AS total FROM ${sql}`))[0]?.total);
  const allTold = () =>
    until(
      async () =>
        (await count('mail_broadcasts WHERE done_at IS NULL')) === 0 && (await count('changelog_entries WHERE told_at IS NULL')) === 0,
      () => processes.map(({ output }) => output().slice(-500)).join('\n'),
      120_000,
    );

  /** A second runtime on the database, whose clock is wrong. */
  const runtimeAt = async (offsetMs: number): Promise<TestServer> => {
    const server = await startServer({ env: observer.env, clock: { now: () => new Date(Date.now() + offsetMs) } });
    wrong.push(server);
    return server;
  };
  const publish = ({ services }: TestServer) => publishDue(services.feedback, async () => true);

  it('hold each item once through kills and edits', async () => {
    const posts = [await newPost(), await newPost(), await newPost()];
    for (const postId of posts) await vote(postId);
    await recountFeedback(observer.db, { repair: true });
    const add = async (fields: object): Promise<number> =>
      (await moderator.post('/changelog', { title: 'Done', content: 'Text', ...fields }).expect(201)).body.data.id;
    const soon = await add({ linkedPostIds: posts.slice(1), publishedAt: new Date(Date.now() + 2_000).toISOString() });
    const others = processes.map(({ url }) =>
      client({ ...observer, url }, { token: operatorToken(observer, { operatorId: 7, role: 'staff' }) }),
    );
    const change = (index: number, status: string) =>
      others[index % PROCESSES]?.put(`/admin/posts/${posts[0]}/status?status=${status}`).then(
        () => {},
        () => {},
      );
    for (const [index, status] of MOVES.entries()) {
      await Promise.all([change(index, status), change(index + 1, status), change(index + 2, status)]);
      await processes[index]?.end('SIGKILL');
      await moderator.put(`/changelog/${soon}`, { title: `Done ${index}` }).expect(200);
    }
    await allTold();
    const now = await add({ linkedPostIds: posts });
    await Promise.all([1, 2, 3].map((turn) => moderator.put(`/changelog/${now}`, { title: `Again ${turn}` }).expect(200)));
    await allTold();
    const moves = await count(
      "audit_log WHERE action = 'post.status_changed' AND actor = 'operator:7' AND details NOT LIKE '%\"after\":\"completed\"%'",
    );
    assert.ok(moves > 0 && moves <= MOVES.length, String(moves));
    const readers = VOTERS + 1;
    assert.equal(await count("inbox_items WHERE type = 'post.status'"), moves * readers);
    assert.equal(await count("inbox_items WHERE type = 'changelog.published'"), 2 * readers);
    assert.equal(await count('(SELECT DISTINCT user_id FROM inbox_items) told'), readers);
    assert.equal(await count("audit_log WHERE action = 'changelog.published'"), 2);
    const completed = await selectAcrossProjects<{ actor: string }>(
      observer.db,
      'SELECT actor FROM audit_log WHERE action = \'post.status_changed\' AND details LIKE \'%"after":"completed"%\' ORDER BY actor',
    );
    assert.deepEqual(
      completed.map(({ actor }) => actor),
      ['operator:7', 'system:changelog', 'system:changelog'],
    );
    await expectExactCounts(observer);
  });

  it('publish a due entry once while clocks jump', async () => {
    const [ahead, behind] = await Promise.all([runtimeAt(3_600_000), runtimeAt(-3_600_000)]);
    const ids: number[] = [];
    for (let index = 0; index < 20; index += 1) {
      const publishedAt = new Date(Date.now() + 1_800_000 + index).toISOString();
      ids.push((await moderator.post('/changelog', { title: `${index}`, content: 'Text', publishedAt }).expect(201)).body.data.id);
    }
    await Promise.all([ahead, behind, ahead, behind].map(publish));
    await Promise.all([behind, ahead].map(publish));
    const rows = await selectAcrossProjects<{ subject: string }>(
      observer.db,
      "SELECT subject FROM audit_log WHERE action = 'changelog.published' AND subject IN (:subjects) ORDER BY id",
      { subjects: ids.map((id) => `changelog:${id}`) },
    );
    assert.deepEqual(rows.map(({ subject }) => subject).toSorted(), ids.map((id) => `changelog:${id}`).toSorted());
  });
});
