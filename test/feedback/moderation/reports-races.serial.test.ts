import assert from 'node:assert/strict';
import { openRace, type Race, repeat } from '../../support/race.ts';
import type { TestServer } from '../../support/server.ts';
import { comment, newItem } from '../comments/comment-support.ts';
import { newPost } from '../posts/post-support.ts';
import { newReview } from '../reviews/review-support.ts';
import { type Caller, expectExactCounts, staff, startFeedbackServer, user } from '../support.ts';
import { auditOf } from './moderation-support.ts';

const AT_ONCE = 50;

describe('concurrent reports and decisions', () => {
  let server: TestServer;
  let author: Caller;
  let race: Race;

  before(async () => {
    server = await startFeedbackServer();
    race = await openRace(server, AT_ONCE);
  });
  beforeEach(() => {
    // texts that were refused wait when their author posts them again
    author = user(server);
  });
  afterEach(() => expectExactCounts(server));
  after(async () => {
    race.close();
    await server.close();
  });

  const as = (caller: Caller) => ({ Authorization: `Bearer ${caller.token}` });
  const make = {
    review: async () => (await newReview(author)).id,
    post: async () => (await newPost(author)).id,
    comment: async () => (await comment(author, newItem())).id,
  };

  for (const entityType of ['review', 'post', 'comment'] as const)
    it(`hide a ${entityType} once at the threshold`, async () => {
      const entityId = await make[entityType]();
      const body = { entityType, entityId, reason: 'spam' };
      const answers = await race.run(repeat(AT_ONCE, () => ({ method: 'POST', path: '/reports', body, headers: as(user(server)) })));
      const made = answers.filter(({ status }) => status === 201).length;
      assert.equal(made, 3);
      assert.ok(answers.every(({ status }) => status === 201 || status === 404));
      const notices = (await auditOf(server, `${entityType}:${entityId}`)).map(({ action, actor }) => ({ action, actor }));
      assert.deepEqual(notices, [{ action: `${entityType}.hidden`, actor: 'system:reports' }]);
      const { body: page } = await staff(server).get('/admin/reports').expect(200);
      assert.equal(page.data.find((group: { entityId: number }) => group.entityId === entityId).count, 3);
    });

  it('count repeated reports of one user once', async () => {
    const reporter = user(server);
    const body = { entityType: 'post', entityId: await make.post(), reason: 'abuse' };
    const answers = await race.run(repeat(20, () => ({ method: 'POST', path: '/reports', body, headers: as(reporter) })));
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
    assert.ok(answers.every(({ status }) => status === 201 || status === 200));
  });

  it('decide on an edited comment only as it was read', async () => {
    const id = await make.comment();
    const [row] = (await staff(server).get(`/admin/comments?authorId=${author.id}&limit=1`).expect(200)).body.data;
    const items = [{ entityType: 'comment', id, status: 'hidden', contentHash: row.contentHash }];
    const calls = repeat(20, (index) =>
      index % 2 === 0
        ? { method: 'PUT', path: `/comments/${id}`, body: { content: `Edit ${index}` }, headers: as(author) }
        : { method: 'POST', path: '/admin/moderation/decisions', body: { items }, headers: as(staff(server)) },
    );
    const answers = await race.run(calls);
    assert.ok(answers.every(({ status }) => status === 200));
    const outcomes = answers.flatMap(({ body }) => (body['results'] as { outcome: string; code?: string }[] | undefined) ?? []);
    assert.ok(outcomes.filter(({ outcome }) => outcome === 'done').length <= 1);
    assert.ok(outcomes.every(({ outcome, code }) => outcome !== 'failed' || code === 'content_changed'));
  });

  for (const entityType of ['review', 'post', 'comment'] as const)
    it(`let one of two moderators decide on a ${entityType}`, async () => {
      const [shown, gone] = entityType === 'review' ? ['approved', 'rejected'] : ['visible', 'removed'];
      const id = await make[entityType]();
      const items = [{ entityType, id, status: gone, ifStatus: shown }];
      const moderators = [staff(server), staff(server, { operatorId: 8 })];
      const calls = moderators.map((caller) => {
        return { method: 'POST', path: '/admin/moderation/decisions', body: { items }, headers: as(caller) } as const;
      });
      const answers = await race.run(calls);
      const results = answers.flatMap(({ body }) => body['results'] as { outcome: string; code?: string; before: string; by?: string }[]);
      const outcomes = results.map(({ outcome, code, before: status, by }) => [outcome, code, status, by]).toSorted();
      assert.deepEqual(outcomes, [
        ['done', undefined, shown, undefined],
        ['failed', 'already_decided', gone, 'boss'],
      ]);
      assert.equal((await auditOf(server, `${entityType}:${id}`)).length, 1);
    });
});
