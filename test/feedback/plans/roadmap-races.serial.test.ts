import assert from 'node:assert/strict';
import { RoadmapItem } from '../../../models/feedback/RoadmapItem.ts';
import { openRace, type Race, type RaceAnswer, type RaceCall, repeat } from '../../support/race.ts';
import type { TestServer } from '../../support/server.ts';
import { countNamed } from '../content-support.ts';
import { newPost } from '../posts/post-support.ts';
import { type Caller, expectExactCounts, startFeedbackServer, user } from '../support.ts';

const AT_ONCE = 20;
const ROUNDS = 10;

describe('concurrent writes to the roadmap', () => {
  let server: TestServer;
  let author: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    race = await openRace(server, AT_ONCE, { Authorization: `Bearer ${author.token}` });
  });
  afterEach(async () => {
    await expectExactCounts(server);
    for (const { id } of await server.db.model(RoadmapItem).findAll({ where: { projectId: 11 } }))
      await author.delete(`/roadmap/${id}`).expect(200);
  });
  after(async () => {
    race.close();
    await server.close();
  });

  const all = (answers: readonly RaceAnswer[], ...statuses: number[]) => {
    for (const { status, body } of answers) assert.ok(statuses.includes(status), `${status} ${JSON.stringify(body)}`);
  };
  const create = async (body: object): Promise<number> => (await author.post('/roadmap', body).expect(201)).body.data.id;
  const positionsOf = async (status: 'planned' | 'in_progress') =>
    (await server.db.model(RoadmapItem).findAll({ where: { projectId: 11, status } }))
      .map(({ position }) => position)
      .toSorted((left, right) => left - right);

  it('place each new item behind the previous one', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      all(await race.run(repeat(AT_ONCE, () => ({ method: 'POST', path: '/roadmap', body: { title: `Round ${round}` } }))), 201);
      assert.deepEqual(
        await positionsOf('planned'),
        Array.from({ length: round * AT_ONCE }, (_, index) => index),
      );
    }
    assert.equal(await countNamed(server, 11, 'roadmap:planned'), ROUNDS * AT_ONCE);
  });

  it('give each item its own position when statuses change', async () => {
    const ids: number[] = [];
    for (let index = 0; index < AT_ONCE; index += 1)
      ids.push(await create({ title: 'x', status: index % 2 === 0 ? 'planned' : 'in_progress' }));
    for (let round = 1; round <= ROUNDS; round += 1) {
      const statusOf = (index: number) => ((index + round) % 2 === 0 ? 'planned' : 'in_progress');
      const calls = ids.map((id, index): RaceCall => ({ method: 'PUT', path: `/roadmap/${id}`, body: { status: statusOf(index) } }));
      all(await race.run(calls), 200);
      for (const status of ['planned', 'in_progress'] as const) {
        const positions = await positionsOf(status);
        assert.deepEqual([positions.length, new Set(positions).size], [AT_ONCE / 2, AT_ONCE / 2]);
        assert.equal(await countNamed(server, 11, `roadmap:${status}`), AT_ONCE / 2);
      }
    }
  });

  it('count an item that is changed and deleted once', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const path = `/roadmap/${await create({ title: 'x' })}`;
      const calls = repeat(
        AT_ONCE,
        (index): RaceCall =>
          index % 5 === 0
            ? { method: 'DELETE', path }
            : { method: 'PUT', path, body: { status: index % 2 === 0 ? 'planned' : 'in_progress' } },
      );
      const answers = await race.run(calls);
      all(answers, 200, 404);
      assert.equal(answers.filter(({ status }, index) => index % 5 === 0 && status === 200).length, 1);
      assert.deepEqual([await countNamed(server, 11, 'roadmap:planned'), await countNamed(server, 11, 'roadmap:in_progress')], [0, 0]);
    }
  });

  it('leave no link to a deleted post', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const [post, id] = [await newPost(author), await create({ title: 'x' })];
      const body = { title: `Round ${round}`, postId: post.id };
      const calls = repeat(20, (index): RaceCall => {
        if (index === 10) return { method: 'DELETE', path: `/posts/${post.id}` };
        return index % 2 === 0 ? { method: 'POST', path: '/roadmap', body } : { method: 'PUT', path: `/roadmap/${id}`, body };
      });
      const answers = await race.run(calls);
      all(answers, 200, 201, 404);
      assert.equal(await server.db.model(RoadmapItem).count({ where: { projectId: 11, postId: post.id } }), 0);
    }
  });
});
