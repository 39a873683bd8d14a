import assert from 'node:assert/strict';
import { type Caller, expectExactCounts, staff, user } from '../../feedback/support.ts';
import { assertDryRuns, assertFailing } from '../support/cases.ts';
import { type Cli, startCliServer } from '../support/cli.ts';
import { tsv } from '../support/outcome.ts';

interface Post {
  readonly id: number;
  readonly status: string;
  readonly createdAt: string;
}

describe('diwan posts', () => {
  let cli: Cli;
  let moderator: Caller;
  before(async () => {
    cli = await startCliServer();
    moderator = staff(cli.server);
  });
  after(() => cli.close());

  const newPost = async (values: object = {}): Promise<Post> => {
    const post = { title: 'Gift cards', description: 'For birthdays', category: 'feature', ...values };
    return (await user(cli.server).post('/posts', post).expect(201)).body.data;
  };
  const read = async (id: number): Promise<Post> => (await moderator.get(`/posts/${id}`).expect(200)).body.data;

  it('lists posts as TSV and JSON, newest first', async () => {
    const older = await newPost();
    const { id, createdAt } = await newPost({ title: 'بطاقات', category: 'improvement' });
    await user(cli.server).post(`/posts/${id}/vote`).expect(200);
    const [{ stdout }, json] = await Promise.all([cli.run(['posts', 'list']), cli.json(['posts', 'list'])]);
    const rows = tsv(stdout);
    assert.deepEqual(rows[0], {
      id: String(id),
      status: 'under_review',
      category: 'improvement',
      votes: '1',
      comments: '0',
      title: 'بطاقات',
      created: createdAt,
    });
    assert.equal(rows[1]?.['id'], String(older.id));
    const { data, pagination } = (await moderator.get('/admin/posts').expect(200)).body;
    assert.deepEqual(json, { data, pagination });
  });

  it('lists posts that are similar to a title', async () => {
    const { id } = await newPost({ title: 'Yellow submarine' });
    const [{ stdout }, json] = await Promise.all([
      cli.run(['posts', 'similar', 'The submarine']),
      cli.json(['posts', 'similar', 'The submarine']),
    ]);
    const [row] = tsv(stdout);
    assert.deepEqual([row?.['id'], row?.['votes'], row?.['title']], [String(id), '0', 'Yellow submarine']);
    assert.deepEqual(json, (await moderator.get('/posts/similar?title=The%20submarine').expect(200)).body.data);
  });

  it('filters, searches and pages the list', async () => {
    const made = [await newPost({ category: 'bug', title: 'Zebra crash' }), await newPost({ category: 'bug' })];
    const idsOf = async (...flags: string[]): Promise<number[]> =>
      (await cli.json<{ data: Post[] }>(['posts', 'list', ...flags])).data.map(({ id }) => id);
    const filters = ['--category', 'bug', '--status', 'under_review'];
    const [searched, second] = await Promise.all([
      idsOf(...filters, '--search', 'zebra'),
      idsOf(...filters, '--limit', '1', '--page', '2'),
    ]);
    assert.deepEqual([searched, second], [[made[0]?.id], [made[0]?.id]]);
  });

  it('shows one post with all its fields', async () => {
    const { id } = await newPost({ description: 'first\nsecond' });
    const [{ stdout }, json] = await Promise.all([cli.run(['posts', 'show', String(id)]), cli.json(['posts', 'show', String(id)])]);
    assert.deepEqual(json, await read(id));
    assert.match(stdout, /^title\tGift cards$/m);
    assert.match(stdout, /^description\tfirst⏎second$/m);
  });

  it('sets the same status with a note repeatedly', async () => {
    const { id } = await newPost();
    for (let round = 0; round < 2; round += 1) {
      const { code, stdout, stderr } = await cli.run(['posts', 'status', String(id), 'in_progress', '--note', 'We are at it']);
      assert.deepEqual({ code, stdout, stderr }, { code: 0, stdout: '', stderr: `Post ${id} is in progress.\n` });
    }
    assert.equal((await read(id)).status, 'in_progress');
    const json = await cli.json<Post>(['posts', 'status', String(id), 'declined']);
    const {
      hasVoted: _,
      moderation: _state,
      contentHash: _hash,
      subscribed: _subscribed,
      ...now
    } = (await read(id)) as Post & Record<'hasVoted' | 'moderation' | 'contentHash' | 'subscribed', unknown>;
    assert.deepEqual([json, now.status], [now, 'declined']);
    await expectExactCounts(cli.server);
  });

  it('prints requests with --dry-run and sends nothing', async () => {
    const { id } = await newPost();
    await assertDryRuns(cli, [
      {
        words: ['posts', 'status', String(id), 'planned', '--note', 'Soon'],
        request: `PUT /api/v1/admin/posts/${id}/status`,
        body: { status: 'planned', reason: 'Soon' },
      },
    ]);
    assert.equal((await read(id)).status, 'under_review');
  });

  it('names the cause and the next step of a failure', async () => {
    const { id } = await newPost();
    const asCustomer = { env: { DIWAN_TOKEN: user(cli.server).token } };
    const anonymous = { env: { DIWAN_TOKEN: 'bad' } };
    await assertFailing(cli, [
      { words: ['posts', 'status', String(id)], exit: 2, code: 'usage', says: /status/ },
      { words: ['posts', 'status', String(id), 'done'], exit: 2, code: 'usage', says: /under_review, planned, in_progress/ },
      { words: ['posts', 'show', '0'], exit: 2, code: 'usage', says: /not a valid id/ },
      { words: ['posts', 'list'], exit: 4, code: 'token_not_valid', says: /diwan login/, options: anonymous },
      { words: ['posts', 'status', String(id), 'planned'], exit: 4, code: 'permission_denied', says: /whoami/, options: asCustomer },
      { words: ['posts', 'show', '999999'], exit: 5, code: 'post_not_found', says: /posts list/ },
      { words: ['posts', 'status', '999999', 'planned'], exit: 5, code: 'post_not_found', says: /posts list/ },
      { words: ['posts', 'status', String(id), 'planned', '--note', 'x'.repeat(501)], exit: 2, code: 'validation_error' },
    ]);
  });
});
