import assert from 'node:assert/strict';
import { composeEventTexts } from '../../../server/boot/services/event-texts.ts';
import { exampleOf } from '../../../server/platform/openapi/event-schema.ts';
import { bodyOf } from '../../../server/platform/outgoing/body.ts';
import type { OutgoingEvent } from '../../../server/platform/outgoing/event.ts';
import { readEvents } from '../../../server/platform/outgoing/read-events.ts';
import { recordOutgoing } from '../../../server/platform/outgoing/record.ts';
import { EVENT_TYPES } from '../../../server/platform/outgoing/types.ts';
import { executeAcrossProjects, selectAcrossProjects, staff, startFeedbackServer, user } from '../../feedback/support.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { addWebhook, checkBody, fullBodyOf, queuedEvents } from './outgoing-support.ts';

const POST = { title: 'A dark theme', description: 'For the night', category: 'feature' };
const MINUTE_MS = 60_000;

describe('the events of feedback', () => {
  // ahead of the real time, by which the tests sign tokens
  let time = new Date();
  const clock = { now: () => time };
  const advance = (seconds: number): void => {
    time = new Date(time.getTime() + seconds * 1_000);
  };
  const readers = composeEventTexts(clock);
  let server: TestServer;

  before(async () => {
    time = new Date(Math.ceil(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS);
    server = await startFeedbackServer({ clock });
  });
  beforeEach(async () => {
    for (const table of ['webhook_deliveries', 'outgoing_events', 'webhooks'])
      await executeAcrossProjects(server.db, `DELETE FROM ${table}`);
    await server.db.subscriptions.refresh();
  });
  after(() => server.close());

  const create = async (by: Client, path: string, body: object): Promise<number> => (await by.post(path, body).expect(201)).body.data.id;
  const lastOf = async (type: string): Promise<OutgoingEvent> => {
    const found = (await queuedEvents(server.db)).findLast((event) => event.type === type);
    return found ?? assert.fail(`no event ${type}`);
  };
  const textsOf = async (event: OutgoingEvent) => JSON.parse(await fullBodyOf(server.db, event, readers)).data.texts;

  it('lose the texts that are hidden or deleted later', async () => {
    await addWebhook(server.db);
    const me = user(server);
    const review = await create(me, '/reviews', { itemType: 'product', itemId: 3, rating: 4, title: 'Cups', comment: 'Good cups' });
    const post = await create(me, '/posts', POST);
    const comment = await create(me, '/comments', { entityType: 'post', entityId: post, content: 'Please' });
    const events = [await lastOf('review.created'), await lastOf('post.created'), await lastOf('comment.created')];
    const shown = [{ title: 'Cups', comment: 'Good cups' }, { title: POST.title, description: POST.description }, { content: 'Please' }];
    assert.deepEqual(await Promise.all(events.map(textsOf)), shown);
    const bodies = events.map((event) => bodyOf(event));
    await staff(server).put(`/admin/reviews/${review}/status`, { status: 'rejected', reason: 'Not kind' }).expect(200);
    await staff(server)
      .post('/admin/moderation/decisions', { items: [{ entityType: 'post', id: post, status: 'hidden' }] })
      .expect(200);
    const gone = [{ title: null, comment: null }, { title: null, description: null }, { content: null }];
    assert.deepEqual(await Promise.all(events.map(textsOf)), gone, 'a comment is hidden with its post');
    await staff(server).delete(`/comments/${comment}`).expect(200);
    await staff(server).delete(`/posts/${post}`).expect(200);
    assert.deepEqual(await Promise.all(events.map(textsOf)), gone);
    assert.deepEqual(
      [await lastOf('review.created'), await lastOf('post.created'), await lastOf('comment.created')].map((event) => bodyOf(event)),
      bodies,
    );
  });

  it('keep texts of changelog entries until they are published', async () => {
    await addWebhook(server.db);
    const entry = {
      title: 'Faster',
      content: 'Much',
      type: 'changed',
      publishedAt: new Date(clock.now().getTime() + 30_000).toISOString(),
    };
    const id = await create(staff(server), '/changelog', entry);
    await staff(server).put(`/changelog/${id}`, { version: '2.0.0' }).expect(200);
    const event = await lastOf('changelog.updated');
    const hidden = { title: null, content: null, titleAr: null, contentAr: null };
    assert.deepEqual(await textsOf(event), hidden);
    advance(31);
    assert.deepEqual(await textsOf(event), { ...hidden, title: 'Faster', content: 'Much' });
  });

  it('stay below 20 kB whatever the texts contain', async () => {
    await addWebhook(server.db);
    const letter = '\u0001';
    for (const content of ['م'.repeat(2_000), '😀'.repeat(1_000), `${letter}"\\`.repeat(600)]) {
      await user(server).post('/comments', { entityType: 'product', entityId: 3, content });
    }
    const text = { title: 'م'.repeat(60_000), description: '"'.repeat(60_000) };
    for (const event of await queuedEvents(server.db)) checkBody(await fullBodyOf(server.db, event, readers));
    await create(user(server), '/posts', POST);
    const long = await fullBodyOf(server.db, await lastOf('post.created'), { post: async () => text });
    checkBody(long);
    assert.ok(Buffer.byteLength(long) > 10_000);
  });

  it('tell votes at once, and the last at the minute', async () => {
    await addWebhook(server.db, ['vote.changed']);
    advance(60);
    const post = await create(user(server), '/posts', POST);
    for (let votes = 0; votes < 5; votes += 1) await user(server).post(`/posts/${post}/vote`).expect(200);
    const due = async () => {
      const rows = await selectAcrossProjects<{ dueAt: Date | string }>(
        server.db,
        'SELECT due_at AS dueAt FROM webhook_deliveries ORDER BY id',
      );
      return rows.map(({ dueAt }) => new Date(dueAt).getTime());
    };
    const now = clock.now().getTime();
    const end = (Math.floor(now / MINUTE_MS) + 1) * MINUTE_MS;
    // the sender has tried the first one, whose receiver does not exist
    const [first = 0, last] = await due();
    assert.ok(first < now + 10_000);
    assert.equal(last, end + 8_000);
    const votesOf = async () =>
      (await queuedEvents(server.db)).map(({ data, revision }) => [(data['after'] as { votesCount: number }).votesCount, revision]);
    assert.deepEqual(await votesOf(), [
      [1, 1],
      [5, 5],
    ]);
    advance(60);
    await user(server).post(`/posts/${post}/vote`).expect(200);
    assert.deepEqual(await votesOf(), [
      [1, 1],
      [5, 5],
      [6, 6],
    ]);
    assert.ok(((await due()).at(-1) ?? 0) < clock.now().getTime() + 10_000);
  });

  it('cost no statement while no webhook wants them', async () => {
    const me = user(server);
    const post = await create(me, '/posts', POST);
    const acts = (): [string, () => PromiseLike<unknown>][] => [
      ['vote', () => user(server).post(`/posts/${post}/vote`).expect(200)],
      ['review', () => me.post('/reviews', { itemType: 'product', itemId: 9, rating: 4 }).expect(201)],
      ['comment', () => me.post('/comments', { entityType: 'post', entityId: post, content: 'Yes' }).expect(201)],
      [
        'decision',
        () =>
          staff(server)
            .put(`/admin/posts/${post}/status`, { status: post % 2 ? 'planned' : 'in_progress' })
            .expect(200),
      ],
    ];
    const counts = async () => {
      const found: [string, number, boolean][] = [];
      for (const [name, act] of acts()) {
        const sent = await statementsOf(server.db, async () => act());
        found.push([name, sent.length, sent.some((sql) => /outgoing_events|webhook_deliveries/.test(sql))]);
      }
      return found;
    };
    const without = await counts();
    assert.deepEqual(
      without.filter(([, , isQueued]) => isQueued),
      [],
    );
    await addWebhook(server.db, ['user.*']);
    await staff(server).put(`/admin/posts/${post}/status`, { status: 'under_review' }).expect(200);
    assert.deepEqual(
      (await counts()).map(([name, , isQueued]) => [name, isQueued]),
      without.map(([name]) => [name, false]),
    );
  });

  it('are read back only as their type allows', async () => {
    await addWebhook(server.db);
    const data = {
      itemType: 'product',
      itemId: 3,
      comment: 'A text',
      after: { rating: 'five', status: 'free text, with spaces', title: 'A title' },
    };
    const at = clock.now();
    await recordOutgoing(server.db, [
      { type: 'review.created', projectId: 11, subject: 'review:1', revision: 0, actor: 'anonymous', data, at },
    ]);
    assert.deepEqual((await lastOf('review.created')).data, { itemType: 'product', itemId: 3, after: {} });
    const unknown = await readEvents(server.db, [{ eventId: 'evt_1', source: 'event', sourceId: 999_999 }]);
    assert.equal(unknown.size, 0);
  });

  it('have examples that their schemas accept', () => {
    for (const type of Object.keys(EVENT_TYPES)) checkBody(JSON.stringify(exampleOf(type)));
  });
});
