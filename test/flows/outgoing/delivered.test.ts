import assert from 'node:assert/strict';
import { staff, startFeedbackServer, user } from '../../feedback/support.ts';
import { answering, type Receiver, startReceiver } from '../../platform/webhooks/receiver.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { checkBody } from './outgoing-support.ts';

const TEXT = { itemType: 'product', itemId: 3, rating: 4, title: 'Cups', comment: 'Good cups' };

describe('the events that receivers get', () => {
  let server: TestServer;
  let receiver: Receiver;

  before(async () => {
    server = await startFeedbackServer({ env: { WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' } });
    receiver = await startReceiver();
  });
  after(async () => {
    await server.close();
    await receiver.close();
  });

  const add = async (path: string, events: readonly string[], more: object = {}) =>
    admin(server)
      .post('/admin/webhooks', { url: `${receiver.url}${path}`, events, projectId: null, ...more })
      .expect(201);
  const bodiesAt = (path: string) => receiver.received.filter((request) => request.path === path).map(({ body }) => body);
  const bodyAt = async (path: string, type: string): Promise<string> => {
    const find = () => bodiesAt(path).find((body) => JSON.parse(body).type === type);
    await until(async () => find() !== undefined);
    return find() ?? '';
  };

  it('have bodies as the API reference says', async () => {
    await add('/all', ['review.*', 'comment.*', 'post.*', 'vote.*'], { content: true });
    await add('/ids', ['review.*']);
    const me = user(server);
    const review = (await me.post('/reviews', TEXT).expect(201)).body.data.id;
    const post = (await me.post('/posts', { title: 'A dark theme', description: 'For the night', category: 'feature' }).expect(201)).body
      .data.id;
    await me.post('/comments', { entityType: 'post', entityId: post, content: 'Please' }).expect(201);
    await me.post(`/posts/${post}/vote`).expect(200);
    const created = await bodyAt('/all', 'review.created');
    assert.deepEqual(JSON.parse(created).data.texts, { title: 'Cups', comment: 'Good cups' });
    for (const type of ['post.created', 'comment.created', 'vote.changed']) checkBody(await bodyAt('/all', type));
    const plain = await bodyAt('/ids', 'review.created');
    for (const body of [created, plain]) checkBody(body);
    assert.ok(!plain.includes('Cups') && JSON.parse(plain).id === JSON.parse(created).id);
    await staff(server).put(`/admin/reviews/${review}/status`, { status: 'rejected', reason: 'Not kind' }).expect(200);
    const changed = await bodyAt('/all', 'review.status_changed');
    checkBody(changed);
    const { revision, data } = JSON.parse(changed);
    assert.deepEqual([revision, data.texts], [1, { title: null, comment: null }]);
  });

  it('say that a receiver is gone', async () => {
    const { id } = (await add('/gone', ['post.created'])).body;
    await add('/platform', ['webhook.*']);
    receiver.behave((request, response, body) => answering(request.url === '/gone' ? 410 : 200)(request, response, body));
    await user(server).post('/posts', { title: 'Late hours', description: 'Until ten', category: 'feature' }).expect(201);
    const body = await bodyAt('/platform', 'webhook.disabled');
    checkBody(body);
    const { subject, data, actor } = JSON.parse(body);
    assert.deepEqual([subject, data, actor], [`webhook:${id}`, { reason: 'gone' }, 'system:webhooks']);
    await admin(server).post(`/admin/webhooks/${id}/test`).expect(200);
    checkBody(await bodyAt('/gone', 'webhook.test'));
  });
});
