import assert from 'node:assert/strict';
import { request } from 'node:http';
import { hasCsv } from '../../server/platform/http/endpoint.ts';
import { interceptQueries } from '../support/databases/intercept-queries.ts';
import { statementsOf } from '../support/databases/statements.ts';
import { servedRows } from '../support/documents/inventory.ts';
import { openRace, type Race, type RaceCall } from '../support/race.ts';
import type { TestServer } from '../support/server.ts';
import { type Caller, guest, startFeedbackServer, user } from './support.ts';

const ROUNDS = 15;
const READERS = 8;

interface SharedList {
  /** The address that readers ask for, under `/api/v1`. */
  readonly path: string;
  /** Writes a record of the list and resolves to its id. */
  add(author: Caller): Promise<number>;
  remove(author: Caller, id: number): Promise<unknown>;
}

type Body = Readonly<Record<string, unknown>>;

async function add(author: Caller, path: string, body: Body): Promise<number> {
  const response = await author.post(path, body).expect(201);
  return response.body.data.id;
}

const list = (path: string, resource: string, body: Body): SharedList => ({
  path,
  add: (author) => add(author, resource, body),
  remove: (author, id) => author.delete(`${resource}/${id}`).expect(200),
});

const REVIEW = { itemType: 'product', itemId: 5, rating: 4, comment: 'As described' };

/** By the path of the endpoint. */
const LISTS: Readonly<Record<string, SharedList>> = {
  '/api/v1/reviews': list('/reviews?itemType=product&itemId=5', '/reviews', REVIEW),
  '/api/v1/reviews/stats/:itemType/:itemId': list('/reviews/stats/product/5', '/reviews', REVIEW),
  '/api/v1/posts': list('/posts', '/posts', { title: 'A wish', description: 'It would help me.', category: 'feature' }),
  '/api/v1/posts/similar': list('/posts/similar?title=longing', '/posts', {
    title: 'A longing',
    description: 'So much.',
    category: 'feature',
  }),
  '/api/v1/comments': list('/comments?entityType=product&entityId=5', '/comments', {
    entityType: 'product',
    entityId: 5,
    content: 'I need this too',
  }),
  '/api/v1/roadmap': list('/roadmap?status=planned&limit=100', '/roadmap', { title: 'A plan', status: 'planned' }),
  '/api/v1/changelog': list('/changelog', '/changelog', { title: 'A change', content: 'It is here.', type: 'added' }),
};

/** The ids of the first page and the number of records on all pages, or on the only one; statistics have no ids. */
function contentOf(body: Readonly<Record<string, unknown>>): { ids: number[] | null; total: number } {
  const { data, pagination } = body as {
    data: { id: number }[] | { totalReviews: number };
    pagination?: { total: number };
  };
  if (!Array.isArray(data)) return { ids: null, total: data.totalReviews };
  return { ids: data.map(({ id }) => id), total: pagination?.total ?? data.length };
}

describe('public lists that share answers', () => {
  let server: TestServer;
  let author: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    race = await openRace(server, READERS + 2);
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const get = (path: string, headers: Readonly<Record<string, string>> = {}): RaceCall => ({ method: 'GET', path, headers });

  /** Reads `path` again and again on many connections while `work` runs; resolves to the numbers of answers. */
  async function underReads(path: string, work: () => Promise<void>): Promise<number> {
    let isOver = false;
    let answers = 0;
    const readers = Array.from({ length: READERS }, async () => {
      while (!isOver) {
        const [answer] = await race.run([get(path)]);
        assert.equal(answer?.status, 200);
        answers += 1;
      }
    });
    await work().finally(() => {
      isOver = true;
    });
    await Promise.all(readers);
    return answers;
  }

  it('are all covered by this test', () => {
    const shared = servedRows().filter(({ endpoint }) => endpoint.isShared === true);
    assert.deepEqual(shared.map(({ address }) => address).sort(), Object.keys(LISTS).sort());
    for (const { endpoint, address } of shared) {
      assert.equal(endpoint.method, 'get', address);
      assert.ok(endpoint.auth === 'optionalUser' || endpoint.auth === 'public', address);
      assert.ok(!hasCsv(endpoint.reply) && endpoint.needsUser === undefined, address);
    }
  });

  for (const [address, { path, add: write, remove }] of Object.entries(LISTS)) {
    describe(`GET ${address}`, () => {
      it('shows every change that was answered before it was asked', async () => {
        const read = async () => {
          const [answer] = await race.run([get(path)]);
          return contentOf(answer?.body ?? {});
        };
        const { total: before } = await read();
        const answers = await underReads(path, async () => {
          for (let round = 0; round < ROUNDS; round += 1) {
            const id = await write(author);
            const added = await read();
            assert.equal(added.total, before + 1, `round ${round}`);
            assert.ok(added.ids?.includes(id) ?? true, `round ${round}`);
            await remove(author, id);
            const removed = await read();
            assert.equal(removed.total, before, `round ${round}`);
            assert.ok(!removed.ids?.includes(id), `round ${round}`);
          }
        });
        assert.ok(answers > ROUNDS, 'other readers were answered meanwhile');
      });

      it('answers equal reads at once with fewer statements', async () => {
        const [first] = await race.run([get(path)]);
        const alone = (await statementsOf(server.db, () => race.run([get(path)]))).length;
        const sent = await statementsOf(server.db, async () => {
          for (const answer of await race.run(Array.from({ length: READERS }, () => get(path)))) assert.deepEqual(answer.body, first?.body);
        });
        assert.ok(sent.length < (alone * READERS) / 2, `${sent.length} statements, ${alone} for one read`);
      });
    });
  }

  it('have separate answers for callers, projects and queries', async () => {
    const postId = await add(author, '/posts', { title: 'Of project 11', description: 'It would help me.', category: 'bug' });
    await author.post(`/posts/${postId}/vote`).expect(200);
    const other = user(server, { projectId: 12 });
    await add(other, '/posts', { title: 'Of project 12', description: 'It would help me.', category: 'bug' });
    const kinds: readonly { path: string; headers: Record<string, string>; titles: string[]; voted: unknown }[] = [
      { path: '/posts?category=bug', headers: {}, titles: ['Of project 11'], voted: undefined },
      { path: '/posts?category=other', headers: {}, titles: [], voted: undefined },
      { path: '/posts?category=bug', headers: { 'X-Project-ID': '12' }, titles: ['Of project 12'], voted: undefined },
      { path: '/posts?category=bug', headers: { Authorization: `Bearer ${author.token}` }, titles: ['Of project 11'], voted: true },
      { path: '/posts?category=bug', headers: { Authorization: `Bearer ${other.token}` }, titles: ['Of project 12'], voted: false },
    ];
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await race.run(kinds.flatMap(({ path, headers }) => [get(path, headers), get(path, headers)]));
      for (const [index, { body }] of answers.entries()) {
        const data = body['data'] as { title: string; hasVoted?: boolean }[];
        const { titles, voted } = kinds[index >> 1] as (typeof kinds)[number];
        assert.deepEqual(
          data.map(({ title }) => title),
          titles,
        );
        assert.ok(data.every(({ hasVoted }) => hasVoted === voted));
      }
    }
  });

  it('answer the others when one reader hangs up', async () => {
    const hangUp = (): Promise<void> =>
      new Promise((resolve) => {
        const sent = request(`${server.url}/api/v1/posts`, { agent: false });
        sent.once('error', () => resolve());
        sent.once('socket', (socket) => socket.once('connect', () => setImmediate(() => sent.destroy(new Error('gone')))));
        sent.end();
      });
    for (let round = 0; round < ROUNDS; round += 1) {
      const [answers] = await Promise.all([race.run(Array.from({ length: 4 }, () => get('/posts'))), hangUp(), hangUp()]);
      assert.ok(answers.every(({ status }) => status === 200));
    }
  });

  it('answer later reads after one that failed', async () => {
    let isBroken = true;
    const fail = (sql: string, send: () => Promise<unknown>): Promise<unknown> =>
      isBroken && /FROM `?posts\b/.test(sql) ? Promise.reject(new Error('broken')) : send();
    await interceptQueries(server.db, fail, async () => {
      const broken = await race.run([get('/posts'), get('/posts')]);
      assert.deepEqual(
        broken.map(({ status }) => status),
        [500, 500],
      );
      isBroken = false;
      await guest(server).get('/posts').expect(200);
    });
  });

  it('refuse the same invalid query to each reader', async () => {
    const answers = await race.run([get('/posts?limit=none'), get('/posts?limit=none'), get('/comments?entityType=post&entityId=999999')]);
    assert.deepEqual(
      answers.map(({ status, body }) => `${status} ${body['code']}`),
      ['400 validation_error', '400 validation_error', '404 post_not_found'],
    );
  });
});
