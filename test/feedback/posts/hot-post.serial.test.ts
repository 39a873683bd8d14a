import assert from 'node:assert/strict';
import { openRace, type Race, type RaceCall } from '../../support/race.ts';
import { tally } from '../../support/requests/key-access.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, expectExactCounts, startFeedbackServer, user } from '../support.ts';
import { newPost, storedPost, votersOf } from './post-support.ts';

const CLIENTS = 200;
const ATTEMPTS = 4;

describe('a post that 200 clients vote on', () => {
  let server: TestServer;
  let voters: Caller[];
  let race: Race;
  let postId: number;

  before(async () => {
    server = await startFeedbackServer();
    voters = Array.from({ length: CLIENTS }, () => user(server));
    race = await openRace(server, CLIENTS);
    postId = (await newPost(user(server))).id;
  });
  after(async () => {
    race.close();
    await expectExactCounts(server);
    await server.close();
  });

  const callsOf = (methodOf: (index: number) => 'POST' | 'DELETE') =>
    voters.map(({ token }, index): RaceCall => {
      return { method: methodOf(index), path: `/posts/${postId}/vote`, headers: { Authorization: `Bearer ${token}` } };
    });
  const run = (methodOf: (index: number) => 'POST' | 'DELETE') => race.run(callsOf(methodOf));
  const expectVotes = async (count: number) =>
    assert.deepEqual([(await storedPost(server, postId))?.votesCount, (await votersOf(server, postId)).length], [count, count]);

  it('counts every vote and refuses none as unavailable', async () => {
    let answers = await race.runOnce(callsOf(() => 'POST'));
    // a pause of the machine may make a single attempt differ; too slow a server refuses some in every attempt
    for (let attempt = 1; attempt < ATTEMPTS && '503' in tally(answers); attempt += 1) {
      await run(() => 'DELETE');
      answers = await race.runOnce(callsOf(() => 'POST'));
    }
    assert.deepEqual(tally(answers), { 200: CLIENTS });
    const counts = answers.map(({ body }) => Number((body['data'] as { votesCount: number }).votesCount));
    assert.deepEqual(
      counts.toSorted((left, right) => left - right),
      Array.from({ length: CLIENTS }, (_, index) => index + 1),
    );
    await expectVotes(CLIENTS);
  });

  it('counts each user once after repeated mixed requests', async () => {
    for (let round = 0; round < 5; round += 1)
      assert.deepEqual(tally(await run(() => (Math.random() < 0.5 ? 'POST' : 'DELETE'))), { 200: CLIENTS });
    assert.deepEqual(tally(await run((index) => (index % 4 === 0 ? 'DELETE' : 'POST'))), { 200: CLIENTS });
    await expectVotes((CLIENTS * 3) / 4);
  });
});
