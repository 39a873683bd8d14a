import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { openRace, type Race } from '../../support/race.ts';
import type { TestServer } from '../../support/server.ts';
import { expectExactCounts, guest, startFeedbackServer, user } from '../support.ts';

const ROUNDS = 20;
const WRITERS = 8;

const BODIES: Readonly<Record<string, (round: number) => object>> = {
  '/posts': (round) => ({ title: `Dark mode ${round}`, description: 'For the night', category: 'feature' }),
  '/reviews': (round) => ({ itemType: 'product', itemId: round, rating: 5, comment: 'Good enough for me' }),
  '/comments': (round) => ({ entityType: 'product', entityId: round, content: 'I think so too' }),
};

describe('the same text sent at once', () => {
  let server: TestServer;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    race = await openRace(server, WRITERS * 2);
  });
  after(async () => {
    race.close();
    await server.close();
  });

  for (const [path, bodyOf] of Object.entries(BODIES))
    for (const [how, isKeyed] of [
      ['in one batch', false],
      ['in transactions of their own', true],
    ] as const)
      it(`has one winner for each author ${how}: ${path}`, async () => {
        for (let round = 1; round <= ROUNDS; round += 1) {
          const authors = [user(server), user(server)];
          const calls = Array.from({ length: WRITERS }, () => authors).flatMap((pair) =>
            pair.map(({ token }) => ({
              method: 'POST' as const,
              path,
              body: bodyOf(round + (isKeyed ? 0 : 1_000)),
              headers: { Authorization: `Bearer ${token}`, ...(isKeyed ? { 'Idempotency-Key': randomUUID() } : {}) },
            })),
          );
          const answers = await race.run(calls);
          for (const place of [0, 1]) expectOneWinner(answers.filter((_, index) => index % 2 === place));
        }
        await expectExactCounts(server);
      });

  it('has one winner against an edit to the same text', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      const author = user(server);
      const path = '/comments';
      const about = { entityType: 'product', entityId: 5_000 + round };
      const { body } = await author.post(path, { ...about, content: 'Something quite different' }).expect(201);
      const headers = { Authorization: `Bearer ${author.token}`, 'Idempotency-Key': randomUUID() };
      const content = 'I think so too';
      const [created, edited] = await race.run([
        { method: 'POST', path, body: { ...about, content }, headers },
        { method: 'PUT', path: `${path}/${body.data.id}`, body: { content }, headers: { Authorization: headers.Authorization } },
      ]);
      assert.equal(edited?.status, 200);
      assert.ok(created?.status === 201 || created?.body['existingId'] === body.data.id, JSON.stringify(created));
      const last = await author.post(path, { ...about, content }).expect(409);
      assert.equal(typeof last.body.existingId, 'number');
    }
    await guest(server).get('/comments?entityType=product&entityId=5001').expect(200);
    await expectExactCounts(server);
  });
});

function expectOneWinner(answers: readonly { readonly status: number; readonly body: Record<string, unknown> }[]): void {
  const [winner, ...others] = answers.filter(({ status }) => status === 201);
  assert.ok(winner !== undefined && others.length === 0, JSON.stringify(answers.map(({ status, body }) => [status, body['code']])));
  const { id } = winner.body['data'] as { id: number };
  for (const { status, body } of answers)
    if (status !== 201) assert.deepEqual([status, body['code'], body['existingId']], [409, 'duplicate_content', id]);
}
