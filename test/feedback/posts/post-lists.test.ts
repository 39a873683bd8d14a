import assert from 'node:assert/strict';
import { codeOf } from '../../apps/support.ts';
import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, guest, staff, startFeedbackServer, user } from '../support.ts';
import { countPostStatements, idsOf, newPost } from './post-support.ts';

const PROJECT = 21;
const FIRST_PAGE = { page: 1, limit: 20, hasNext: false, hasPrevious: false };

/** The posts in order of creation; tests name a post by its index. */
const POSTS = [
  { title: 'Dark mode', description: 'For the night', category: 'feature', votes: 2, comments: 0, status: 'planned' },
  { title: 'Crash at start', description: 'Always 100% of the time', category: 'bug', votes: 0, comments: 3, status: 'under_review' },
  { title: 'Faster start', description: 'It is slow at night', category: 'improvement', votes: 2, comments: 1, status: 'planned' },
  { title: 'الوضع الليلي', description: 'للعيون في المساء', category: 'feature', votes: 1, comments: 1, status: 'completed' },
  { title: 'ÄRGER with umlauts', description: 'a_b \\ c', category: 'bug', votes: 0, comments: 0, status: 'declined' },
  { title: 'Night shift', description: 'Dark, at last', category: 'feature', votes: 3, comments: 0, status: 'planned' },
] as const;

describe('lists of posts', () => {
  let server: TestServer;
  let voters: Caller[];
  let ids: number[] = [];

  before(async () => {
    server = await startFeedbackServer();
    await admin(server).post('/admin/projects', { name: 'Lists', id: PROJECT }).expect(201);
    voters = [1, 2, 3].map(() => user(server, { projectId: PROJECT }));
    ids = await makePosts();
  });
  after(async () => {
    await expectExactCounts(server);
    await server.close();
  });

  /** The first voter wrote posts 0, 2 and 4, the second one the others. */
  async function makePosts(): Promise<number[]> {
    const made: number[] = [];
    for (const [index, { title, description, category, votes, comments, status }] of POSTS.entries()) {
      const author = voters[index % 2] as Caller;
      const { id } = await newPost(author, { title, description, category });
      for (const voter of voters.slice(0, votes)) await voter.post(`/posts/${id}/vote`).expect(200);
      const comment = { entityType: 'post', entityId: id, content: 'Yes', parentId: null };
      for (const writer of voters.slice(0, comments)) await writer.post('/comments', comment).expect(201);
      await staff(server, { projectId: PROJECT }).put(`/admin/posts/${id}/status?status=${status}`).expect(200);
      made.push(id);
    }
    await newPost(user(server), { title: 'Dark night of project 11' });
    return made;
  }

  const places = async (query: string, asker = guest(server, PROJECT), path = '/posts') =>
    (await idsOf(asker.get(`${path}?${query}`))).map((id) => ids.indexOf(id));

  describe('GET /posts', () => {
    it('lists the posts of the project, newest first, with pagination', async () => {
      assert.deepEqual(await places(''), [5, 4, 3, 2, 1, 0]);
      const { body } = await guest(server, PROJECT).get('/posts?limit=2&page=2').expect(200);
      assert.deepEqual([body.success, body.message], [true, 'Posts found.']);
      assert.deepEqual(body.pagination, { page: 2, limit: 2, total: 6, totalPages: 3, hasNext: true, hasPrevious: true });
      assert.deepEqual(
        body.data.map(({ id }: { id: number }) => ids.indexOf(id)),
        [3, 2],
      );
    });

    const SORTS: [query: string, expected: number[]][] = [
      ['sort=newest', [5, 4, 3, 2, 1, 0]],
      ['sort=newest&order=asc', [0, 1, 2, 3, 4, 5]],
      ['sort=oldest', [0, 1, 2, 3, 4, 5]],
      ['sort=oldest&order=desc', [5, 4, 3, 2, 1, 0]],
      ['sort=votes', [5, 2, 0, 3, 4, 1]],
      ['sort=votes&order=asc', [1, 4, 3, 0, 2, 5]],
      ['sort=comments', [1, 3, 2, 5, 4, 0]],
      ['sort=comments&order=asc', [0, 4, 5, 2, 3, 1]],
      // created within seconds, so that votes decide
      ['sort=trending', [5, 2, 0, 3, 4, 1]],
      ['sort=trending&order=asc', [1, 4, 3, 0, 2, 5]],
      ['category=feature', [5, 3, 0]],
      ['category=feature&sort=votes', [5, 0, 3]],
      ['status=planned', [5, 2, 0]],
      ['status=planned&sort=comments', [2, 5, 0]],
      ['status=planned&category=feature', [5, 0]],
      ['status=planned&category=feature&sort=trending&order=asc', [0, 5]],
      ['status=in_progress', []],
      ['mine=false&sort=oldest', [0, 1, 2, 3, 4, 5]],
    ];
    for (const [query, expected] of SORTS)
      it(`answers ?${query} in order, whole and by page`, async () => {
        assert.deepEqual(await places(query), expected);
        const { body } = await guest(server, PROJECT).get(`/posts?${query}`).expect(200);
        assert.equal(body.pagination.total, expected.length);
        for (const [index, place] of expected.entries()) assert.deepEqual(await places(`${query}&limit=1&page=${index + 1}`), [place]);
      });

    const SEARCHES: [q: string, expected: number[]][] = [
      ['night', [5, 2, 0]],
      ['NIGHT dark', [5, 0]],
      ['الليلى', [3]],
      ['arger', [4]],
      ['100%', [1]],
      ['%', [1]],
      ['_', [4]],
      ['\\', [4]],
      ['mode for', [0]],
      ["' OR 1=1 --", []],
      ['nothing of the kind', []],
    ];
    for (const [q, expected] of SEARCHES)
      it(`finds ${JSON.stringify(q)} literally, in titles and descriptions`, async () => {
        assert.deepEqual(await places(`q=${encodeURIComponent(q)}`), expected);
        const { body } = await guest(server, PROJECT)
          .get(`/posts?q=${encodeURIComponent(q)}`)
          .expect(200);
        assert.deepEqual(body.pagination, { ...FIRST_PAGE, total: expected.length, totalPages: Math.min(1, expected.length) });
      });

    it('sorts, filters and pages the search results', async () => {
      assert.deepEqual(await places('q=night&sort=oldest'), [0, 2, 5]);
      assert.deepEqual(await places('q=night&sort=votes'), [5, 2, 0]);
      assert.deepEqual(await places('q=night&sort=comments&order=asc'), [0, 5, 2]);
      assert.deepEqual(await places('q=night&category=feature&status=planned'), [5, 0]);
      assert.deepEqual(await places('q=night&limit=1&page=2'), [2]);
      assert.deepEqual(await places('q=night&limit=2&page=9'), []);
      assert.deepEqual(await places('q=night&mine=true', voters[1]), [5]);
    });

    it('lists only the caller’s posts with mine=true and token', async () => {
      const [first, second, third] = voters as [Caller, Caller, Caller];
      assert.deepEqual(await places('mine=true', first), [4, 2, 0]);
      assert.deepEqual(await places('mine=true&sort=votes', second), [5, 3, 1]);
      assert.deepEqual(await places('mine=true&status=planned&category=improvement', first), [2]);
      const { body } = await first.get('/posts?mine=true&limit=2').expect(200);
      assert.deepEqual(body.pagination, { page: 1, limit: 2, total: 3, totalPages: 2, hasNext: true, hasPrevious: false });
      assert.deepEqual(await places('mine=true', third), []);
      assert.equal(codeOf(await guest(server, PROJECT).get('/posts?mine=true').expect(401)), 'not_authenticated');
    });

    it('shows a signed-in caller their vote on each post', async () => {
      const votes = async (asker: { get: Caller['get'] }) => {
        const { body } = await asker.get('/posts?sort=oldest').expect(200);
        return body.data.map(({ hasVoted }: { hasVoted?: boolean }) => hasVoted);
      };
      assert.deepEqual(await votes(voters[1] as Caller), [true, false, true, false, false, true]);
      assert.deepEqual(await votes(user(server, { projectId: PROJECT })), Array(6).fill(false));
      assert.deepEqual(await votes(guest(server, PROJECT)), Array(6).fill(undefined));
      const found = await (voters[1] as Caller).get('/posts?q=slow').expect(200);
      assert.equal(found.body.data[0].hasVoted, true);
    });

    it('shows each project only its own posts', async () => {
      assert.deepEqual(await idsOf(guest(server, 12).get('/posts')), []);
      assert.equal((await idsOf(guest(server).get('/posts'))).length, 1);
      assert.equal((await idsOf(guest(server).get('/posts?q=night'))).length, 1);
      const answer = await guest(server).get('/posts').set('If-None-Match', '*').expect(200);
      assert.equal(answer.headers['vary'], 'X-Project-ID, Authorization');
      assert.equal(codeOf(await (voters[0] as Caller).get('/posts').set('X-Project-ID', '11').expect(403)), 'project_mismatch');
    });

    it('ignores unknown parameters and caps the limit at 100', async () => {
      assert.deepEqual(await places('projectId=11&userId=x&votesCount=9&limit=1000'), [5, 4, 3, 2, 1, 0]);
      assert.equal((await guest(server, PROJECT).get('/posts?limit=1000').expect(200)).body.pagination.limit, 100);
    });

    it('answers an empty page far behind the end', async () => {
      const { body } = await guest(server, PROJECT).get('/posts?page=2147483647&limit=100').expect(200);
      assert.deepEqual([body.data, body.pagination.total, body.pagination.hasNext], [[], 6, false]);
    });

    it('needs as many statements for 20 posts as for one', async () => {
      const caller = user(server, { projectId: 12 });
      const queries = ['', '?sort=votes&status=under_review', '?mine=true', '?q=dark'];
      // a first round makes the server remember what blocked authors wrote, which is nothing here
      const counts = async (): Promise<number[]> => {
        await statementCounts(server, caller, queries);
        return statementCounts(server, caller, queries);
      };
      await newPost(caller);
      const one = await counts();
      for (let index = 1; index < 20; index += 1) await newPost(caller);
      assert.equal((await idsOf(caller.get('/posts'))).length, 20);
      assert.deepEqual(await counts(), one);
    });
  });

  describe('GET /admin/posts', () => {
    const chief = () => staff(server, { projectId: PROJECT });
    const moderated = (query: string) => places(query, chief(), '/admin/posts');

    it('lists posts of every status without the reader’s votes', async () => {
      assert.deepEqual(await moderated(''), [5, 4, 3, 2, 1, 0]);
      const { body } = await chief().get('/admin/posts?limit=1').expect(200);
      const { body: shown } = await guest(server, PROJECT).get(`/posts/${ids[5]}`).expect(200);
      const [{ moderation, contentHash, ...rest }] = body.data;
      assert.deepEqual([rest, moderation, contentHash.length], [shown.data, 'visible', 64]);
    });

    it('filters by status, category and search words', async () => {
      assert.deepEqual(await moderated('status=declined'), [4]);
      assert.deepEqual(await moderated('category=bug'), [4, 1]);
      assert.deepEqual(await moderated('status=planned&category=feature'), [5, 0]);
      assert.deepEqual(await moderated('q=night&status=planned'), [5, 2, 0]);
      assert.deepEqual(await moderated('sort=oldest'), [0, 1, 2, 3, 4, 5]);
      assert.deepEqual(await moderated('sort=votes'), await places('sort=votes'));
    });

    it('shows staff of another project none of these posts', async () => {
      assert.deepEqual(await places('q=crash', staff(server), '/admin/posts'), []);
    });
  });
});

/** How many statements each query needs, one query after the other. */
async function statementCounts(server: TestServer, caller: Caller, queries: readonly string[]): Promise<number[]> {
  const counts: number[] = [];
  for (const query of queries) counts.push(await countPostStatements(server, () => caller.get(`/posts${query}`).expect(200)));
  return counts;
}
