import assert from 'node:assert/strict';
import { openRace, type Race, type RaceAnswer, type RaceCall, repeat } from '../../support/race.ts';
import type { TestServer } from '../../support/server.ts';
import { countNamed } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, expectExactCounts, selectAcrossProjects, startFeedbackServer, user } from '../support.ts';

const ENTRY = { title: '2.0', content: 'New' };
const ROUNDS = 10;

describe('concurrent writes to the changelog', () => {
  let server: TestServer;
  let author: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    race = await openRace(server, 30, { Authorization: `Bearer ${author.token}` });
  });
  after(async () => {
    race.close();
    await expectExactCounts(server);
    await server.close();
  });

  const all = (answers: readonly RaceAnswer[], ...statuses: number[]) => {
    for (const { status, body } of answers) assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
  };
  const create = async (fields: object = {}): Promise<number> =>
    (await author.post('/changelog', { ...ENTRY, ...fields }).expect(201)).body.data.id;
  const links = () =>
    selectAcrossProjects<{ entry_id: number; post_id: number }>(server.db, 'SELECT entry_id, post_id FROM changelog_posts');

  it('keep the linked posts of exactly one writer', async () => {
    const ids: number[] = [];
    for (let index = 0; index < 4; index += 1) ids.push((await newPost(author)).id);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    const id = await create();
    for (let round = 1; round <= ROUNDS; round += 1) {
      const calls = repeat(
        20,
        (index): RaceCall => ({
          method: 'PUT',
          path: `/changelog/${id}`,
          body: { linkedPostIds: index % 2 === 0 ? [b, a] : [c, d] },
        }),
      );
      all(await race.run(calls), 200);
      const kept = (await links()).map(({ post_id }) => post_id).toSorted((left, right) => left - right);
      assert.ok([`${a},${b}`, `${c},${d}`].includes(String(kept)), String(kept));
    }
    await author.delete(`/changelog/${id}`).expect(200);
  });

  it('leave no link to or from deleted rows', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [post, id, doomed] = [await newPost(author), await create(), await create()];
      const before = await countNamed(server, 11, 'changelog:added');
      const body = { ...ENTRY, linkedPostIds: [post.id] };
      const calls = repeat(30, (index): RaceCall => {
        if (index === 15) return { method: 'DELETE', path: `/posts/${post.id}` };
        if (index % 3 === 0) return { method: 'POST', path: '/changelog', body };
        if (index % 3 === 1) return { method: 'PUT', path: `/changelog/${id}`, body };
        return index % 2 === 0 ? { method: 'DELETE', path: `/changelog/${doomed}` } : { method: 'PUT', path: `/changelog/${doomed}`, body };
      });
      const answers = await race.run(calls);
      all(answers, 200, 201, 404);
      const created = answers.filter(({ status }) => status === 201).length;
      assert.deepEqual([await links(), await countNamed(server, 11, 'changelog:added')], [[], before + created - 1]);
    }
  });
});
