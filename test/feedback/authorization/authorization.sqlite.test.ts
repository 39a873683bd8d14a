import assert from 'node:assert/strict';
import type { Endpoint } from '../../../server/platform/http/endpoint.ts';
import { feedbackService } from '../../../server/routes/feedback/index.ts';
import { admin, type Client, client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { guest, staff, startFeedbackServer, user } from '../support.ts';
import {
  type Caller,
  type Expected,
  endpointsOf,
  expectedOf,
  HIDDEN_RECORD_ENDPOINTS,
  nameOf,
  type Resource,
  recordOf,
  SITUATIONS,
  type Situation,
} from './authorization-matrix.ts';

const AUTHOR = '3c5d0f0e-6b0e-4c43-8d8a-0f6f1c1d2e11';
const HERE = 11;
const ELSEWHERE = 12;
const GUEST = { guestEmail: 'guest@example.com', guestName: 'Guest' };

describe('the authorization rules of feedback', () => {
  it('cover every endpoint of feedback', () => {
    const names = feedbackService.endpoints.map(nameOf);
    for (const { title, isInactive, ...rest } of SITUATIONS) {
      const covered = endpointsOf({ title, ...rest }).map(nameOf);
      assert.ok(covered.length > 0, title);
      if (isInactive || title === SITUATIONS[0]?.title) assert.deepEqual(covered, names);
    }
    for (const name of HIDDEN_RECORD_ENDPOINTS) assert.ok(names.includes(name), name);
  });
});

describe('authorization of feedback requests', () => {
  let server: TestServer;
  let callers: Readonly<Record<Caller, Client>>;

  before(async () => {
    server = await startFeedbackServer();
    const { body } = await admin(server).get(`/admin/projects/${HERE}/operators`).expect(200);
    ownerId = body.find(({ owner }: { owner: boolean }) => owner)?.id ?? assert.fail('the server has no owner');
    callers = callersOf(server);
  });
  after(() => server.close());

  for (const situation of SITUATIONS) {
    describe(situation.title, () => {
      const { isInactive = false, isStaffContent = false } = situation;
      const isSpecial = isInactive || isStaffContent;
      afterEach(() => isSpecial && setProject(server, {}));

      for (const endpoint of endpointsOf(situation)) {
        it(`${nameOf(endpoint)} answers each caller as the rules say`, async () => {
          const expected = forEach(situation.callers, (caller) => expectedOf(endpoint, caller, situation));
          // requests that change nothing may share one record
          const keepsRecord = (caller: Caller) => endpoint.method === 'get' || expected[caller].status >= 400;
          const shared = await requestFor(endpoint, situation, server);
          const requests = await allOf(situation.callers, (caller) =>
            keepsRecord(caller) ? shared : requestFor(endpoint, situation, server),
          );
          if (isSpecial) await setProject(server, { isInactive, isStaffContent });
          const answers = await allOf(situation.callers, (caller) =>
            answerTo(callers[caller], withGuest(requests[caller], { endpoint, caller })),
          );
          assert.deepEqual(answers, expected);
        });
      }
    });
  }
});

async function setProject(server: TestServer, { isInactive = false, isStaffContent = false }): Promise<void> {
  const settings = { contentWriters: isStaffContent ? 'staff' : 'authenticated' };
  await admin(server).put(`/admin/projects/${HERE}`, { isActive: !isInactive, settings }).expect(200);
}

function forEach<T>(names: readonly Caller[], work: (caller: Caller) => T): Record<Caller, T> {
  return Object.fromEntries(names.map((caller) => [caller, work(caller)])) as Record<Caller, T>;
}

/** Does the work for each caller, one after the other. */
async function allOf<T>(names: readonly Caller[], work: (caller: Caller) => T | Promise<T>): Promise<Record<Caller, T>> {
  const done: [Caller, T][] = [];
  for (const caller of names) done.push([caller, await work(caller)]);
  return Object.fromEntries(done) as Record<Caller, T>;
}

function callersOf(server: TestServer): Record<Caller, Client> {
  const foreign = staff(server, { projectId: ELSEWHERE });
  return {
    anonymous: guest(server),
    guest: guest(server),
    author: user(server, { userId: AUTHOR }),
    'other user': user(server),
    staff: staff(server),
    admin: staff(server, { operatorId: 8, role: 'admin' }),
    'foreign staff': foreign,
    'foreign staff, our header': client(server, { token: foreign.token, headers: { 'X-Project-ID': String(HERE) } }),
    'API key': admin(server),
  };
}

interface TestRequest {
  readonly method: Endpoint['method'];
  readonly path: string;
  readonly body: object;
}

function withGuest(request: TestRequest, { endpoint, caller }: { endpoint: Endpoint; caller: Caller }): TestRequest {
  return caller === 'guest' && endpoint.auth === 'userOrGuest' ? { ...request, body: { ...request.body, ...GUEST } } : request;
}

async function answerTo(caller: Client, { method, path: address, body }: TestRequest): Promise<Expected> {
  const { status, body: answer } = await (method === 'get' || method === 'delete'
    ? caller[method](address)
    : caller[method](address, body));
  return status < 400 ? { status } : { status, code: answer.code };
}

let items = 1_000;

/** The id of an item that no other request uses. */
function newItem(): number {
  items += 1;
  return items;
}

/** An operator whom users of every project may block. */
let ownerId = 0;

/** A valid request to the endpoint, with a new record where it needs one. */
async function requestFor(endpoint: Endpoint, situation: Situation, server: TestServer): Promise<TestRequest> {
  const resource = recordOf(endpoint, situation);
  const id = resource === null ? 0 : await newRecord(resource, situation, server);
  const itemId = newItem();
  const address = endpoint.path
    .replace('/inbox/:id', '/inbox/item-999999')
    .replace(':id', String(id))
    .replace(':entityType', 'post')
    .replace(':entityId', String(id))
    .replace(':itemId', String(itemId))
    .replace(':itemType', 'product')
    .replace(':authorId', `operator:${ownerId}`);
  const target = { entityType: resource === 'reviews' ? 'review' : 'post', entityId: id };
  const queries: Readonly<Record<string, string>> = {
    'GET /comments': `?${new URLSearchParams({ ...target, entityId: String(id) })}`,
    'GET /posts/similar': '?title=Dark',
  };
  return { method: endpoint.method, path: address + (queries[nameOf(endpoint)] ?? ''), body: bodyOf(endpoint, { target, itemId }) };
}

/** A valid body for each endpoint that takes one. */
function bodyOf(endpoint: Endpoint, { target, itemId }: { target: object; itemId: number }): object {
  const item = { itemType: 'product', itemId };
  const bodies: Readonly<Record<string, object>> = {
    'POST /reviews': { ...item, rating: 4 },
    'PUT /reviews/:id': { comment: 'Another text' },
    'POST /comments': { ...target, content: 'Well said' },
    'PUT /comments/:id': { content: 'Another text' },
    'POST /favorites/toggle': item,
    'POST /favorites': item,
    'POST /posts': { title: 'Dark mode', description: 'x', category: 'feature' },
    'PUT /posts/:id': { title: 'Another title' },
    'POST /roadmap': { title: 'Dark mode' },
    'PUT /roadmap/:id': { title: 'Another title' },
    'POST /changelog': { title: 'Dark mode', content: 'It is here.' },
    'PUT /changelog/:id': { title: 'Another title' },
    'PUT /admin/reviews/:id/status': { status: 'rejected' },
    'PUT /admin/posts/:id/status': { status: 'planned' },
    'PUT /admin/comments/:id/status': { status: 'hidden' },
    'POST /reports': { ...target, reason: 'spam' },
    'PUT /admin/reports/:entityType/:entityId': { resolution: 'dismissed' },
    'PUT /me/inbox/:id': { read: true },
    'POST /me/inbox/read-all': {},
    'POST /admin/moderation/decisions': { items: [{ entityType: 'post', id: 1, status: 'visible' }] },
  };
  const body = bodies[nameOf(endpoint)];
  if (body === undefined && endpoint.body !== undefined) throw new Error(`Add a body for ${nameOf(endpoint)}.`);
  return body ?? {};
}

/** Creates a record of the author in the project of the situation and returns its id. */
async function newRecord(resource: Resource, { isElsewhere, isHidden }: Situation, server: TestServer): Promise<number> {
  const projectId = isElsewhere ? ELSEWHERE : HERE;
  const author = user(server, { userId: AUTHOR, projectId });
  const create = async (address: string, body: object): Promise<number> => (await author.post(address, body).expect(201)).body.data.id;
  if (resource === 'posts') return create('/posts', { title: 'Dark mode', description: 'x', category: 'feature' });
  if (resource === 'reports') {
    const entityId = await create('/posts', { title: 'Dark mode', description: 'x', category: 'feature' });
    await user(server, { projectId }).post('/reports', { entityType: 'post', entityId, reason: 'spam' }).expect(201);
    return entityId;
  }
  if (resource === 'comments') return create('/comments', { entityType: 'product', entityId: newItem(), content: 'Well made' });
  if (resource === 'roadmap') return create('/roadmap', { title: 'Dark mode' });
  if (resource === 'changelog') {
    const future = isHidden ? { publishedAt: '2099-01-01T00:00:00Z' } : {};
    return create('/changelog', { title: 'Dark mode', content: 'It is here.', ...future });
  }
  const id = await create('/reviews', { itemType: 'product', itemId: newItem(), rating: 5 });
  if (isHidden) await staff(server, { projectId }).put(`/admin/reviews/${id}/status?status=rejected`).expect(200);
  return id;
}
