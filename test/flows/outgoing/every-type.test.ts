import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { composeEventTexts } from '../../../server/boot/services/event-texts.ts';
import { recordAudit } from '../../../server/platform/db/records/audit.ts';
import type { OutgoingEvent } from '../../../server/platform/outgoing/event.ts';
import { EVENT_TYPES } from '../../../server/platform/outgoing/types.ts';
import { recordDue } from '../../../server/services/apps/maintenance/clock-steps.ts';
import { createUser } from '../../auth/sessions/session-support.ts';
import { clientOf, login, movableClock, newPhone, PASSWORD, register, wrongCode } from '../../auth/support.ts';
import { selectAcrossProjects } from '../../feedback/support.ts';
import { AUDITED_STEPS, CODE, NEW_PASSWORD, PHONE } from '../../support/requests/audited-steps.ts';
import { authClient, type Client, client } from '../../support/requests/client.ts';
import { operatorToken, phoneToken } from '../../support/requests/tokens.ts';
import { livelyPerson, type Person } from '../erasure/erasure-person.ts';
import { type ErasureServer, eraseAll, removeAccount, startErasureServer } from '../erasure/erasure-support.ts';
import { addWebhook, checkBody, fullBodyOf, queuedEvents, revisionOf } from './outgoing-support.ts';

/** They need days, hundreds of users or a receiver: their audit rows are written as their services write them. */
const BY_HAND = {
  'otp.guard_acted': { dimension: 'country', country: 'SA', window: 'hour', unused: 40, used: 1, availableIn: 300 },
  'otp.cap_reached': { messages: 800, capPerDay: 1000 },
  'version.crashes': { before: {}, after: {}, reason: '3 of 20 users saw 2.0.0 crash' },
  'webhook.test': {},
  'webhook.disabled': { reason: 'gone' },
} as const;

describe('the events of a walk through all acts', () => {
  // ahead of the real time, by which the tests sign tokens
  const clock = movableClock(new Date(Date.now() + 600_000));
  let running: ErasureServer;
  let person: Person;
  const secrets: string[] = [PASSWORD, NEW_PASSWORD, PHONE, CODE];

  before(async () => {
    running = await startErasureServer({ clock });
    await addWebhook(running.server.db);
  });
  after(() => running.close());

  const owner = () => client(running.server, { token: operatorToken(running.server, { isOwner: true }) });
  const staff = () => client(running.server, { token: operatorToken(running.server, { role: 'admin' }) });
  const db = () => running.server.db;

  /** The act is one write of the subject, and its event names the revision after it. */
  async function counted(subject: string, type: string, act: () => PromiseLike<unknown>): Promise<void> {
    const before = await revisionOf(db(), subject);
    await act();
    const after = await revisionOf(db(), subject);
    const expected = before === null ? after : before + 1;
    if (!subject.startsWith('app:')) assert.equal(after ?? expected, expected, `${type} of ${subject}`);
    else assert.ok(Number(after) > Number(before ?? 0), `${type} of ${subject}`);
    const found = (await queuedEvents(db())).findLast((one) => one.type === type && one.subject === subject);
    assert.equal(found?.revision, after ?? expected, `the event ${type} of ${subject}`);
  }

  it('have the revision of every administrative write', async () => {
    const user = await createUser(db());
    const author = client(running.server, { token: phoneToken(running.server, { userId: user.id }) });
    await author.post('/reviews', { itemType: 'store', itemId: 7, rating: 4 }).expect(201);
    await author.post('/posts', { title: 'Dark mode', description: 'For the night.', category: 'feature' }).expect(201);
    await author.post('/comments', { entityType: 'product', entityId: 1, content: 'Well made' }).expect(201);
    const reporter = client(running.server, { token: phoneToken(running.server, { userId: randomUUID() }) });
    await reporter.post('/reports', { entityType: 'post', entityId: 1, reason: 'spam' }).expect(201);
    let last = 0;
    const fill = (text: string): string => text.replace(':last', String(last)).replace(':user', user.id);
    const types: Readonly<Record<string, string>> = { 'reports.dismissed': 'report.resolved' };
    for (const [endpoint, { path, body, action, subject, target }] of AUDITED_STEPS) {
      const method = endpoint.startsWith('post') ? 'post' : endpoint.startsWith('put') ? 'put' : 'delete';
      const [newest] = await selectAcrossProjects<{ id: number }>(db(), 'SELECT MAX(id) AS id FROM audit_log');
      const perform = async (): Promise<void> => {
        const answer = await owner()[method](fill(path).replace(':change', String(newest?.id)), body);
        assert.ok(answer.status < 300, `${endpoint}: ${answer.status} ${answer.text}`);
        if (typeof answer.body.id === 'number') last = answer.body.id;
        if (typeof answer.body.prefix === 'string') secrets.push(answer.body.key);
      };
      const type = types[action] ?? action;
      const named = type === 'report.resolved' ? (target ?? '') : subject;
      if (EVENT_TYPES[type] === undefined || named.endsWith('::last')) await perform();
      else await counted(fill(named), type, perform);
    }
  });

  it('have the revision of what users and staff write', async () => {
    const { server, providers } = running;
    const user = await register(server, providers, undefined, { password: PASSWORD });
    const [me, account] = [client(server, { token: user.tokens.accessToken }), clientOf(server, user)];
    const create = async (by: Client, path: string, body: object): Promise<number> => (await by.post(path, body).expect(201)).body.data.id;
    const review = await create(me, '/reviews', { itemType: 'product', itemId: 3, rating: 4, title: 'Cups' });
    const post = await create(me, '/posts', { title: 'Late hours', description: 'Until ten', category: 'feature' });
    const comment = await create(me, '/comments', { entityType: 'post', entityId: post, content: 'Please' });
    await counted(`review:${review}`, 'review.updated', () => me.put(`/reviews/${review}`, { rating: 2 }).expect(200));
    await counted(`post:${post}`, 'post.updated', () => me.put(`/posts/${post}`, { title: 'Later hours' }).expect(200));
    await counted(`comment:${comment}`, 'comment.updated', () => me.put(`/comments/${comment}`, { content: 'Pretty please' }).expect(200));
    await counted(`post:${post}`, 'vote.changed', () => me.post(`/posts/${post}/vote`).expect(200));
    await counted(`post:${post}`, 'post.moderated', () =>
      staff()
        .post('/admin/moderation/decisions', { items: [{ entityType: 'post', id: post, status: 'hidden' }] })
        .expect(200),
    );
    await counted(`comment:${comment}`, 'comment.deleted', () => staff().delete(`/comments/${comment}`).expect(200));
    await counted(`review:${review}`, 'review.deleted', () => me.delete(`/reviews/${review}`).expect(200));
    await counted(`post:${post}`, 'post.deleted', () => staff().delete(`/posts/${post}`).expect(200));
    const subject = `user:${user.user.id}`;
    await counted(subject, 'user.updated', () => account.put('/settings', { language: 'ar' }).expect(200));
    await counted(subject, 'user.updated', () => account.put('/profile', { firstName: 'Mallorygiven' }).expect(200));
    await counted(subject, 'user.exported', () => account.post('/account/export', { password: PASSWORD }).expect(200));
    const item = await create(staff(), '/roadmap', { title: 'Themes', status: 'planned' });
    await counted(`roadmap:${item}`, 'roadmap.updated', () => staff().put(`/roadmap/${item}`, { status: 'completed' }).expect(200));
    await counted(`roadmap:${item}`, 'roadmap.deleted', () => staff().delete(`/roadmap/${item}`).expect(200));
    const entry = await create(staff(), '/changelog', { title: 'Faster', content: 'Much', type: 'changed' });
    await counted(`changelog:${entry}`, 'changelog.updated', () => staff().put(`/changelog/${entry}`, { version: '2.0.0' }).expect(200));
    await counted(`changelog:${entry}`, 'changelog.deleted', () => staff().delete(`/changelog/${entry}`).expect(200));
    const nextPhone = newPhone();
    await account.post('/phone/change/init', { phone: nextPhone, password: PASSWORD }).expect(200);
    const otp = await providers.codeFor(nextPhone);
    await counted(subject, 'user.phone_changed', () => account.post('/phone/change/verify', { otp }).expect(200));
    secrets.push('Mallorygiven', nextPhone, user.phone, user.tokens.accessToken, user.tokens.refreshToken);
  });

  it('contain every type once at least', async () => {
    const { server, providers } = running;
    person = await livelyPerson(running);
    secrets.push(...person.secrets, person.email);
    await lockSignIns();
    await reuseToken();
    await passMaintenance();
    const act = { actor: { kind: 'system', id: 'walk' }, requestId: null, address: null, now: clock.now() } as const;
    for (const [action, details] of Object.entries(BY_HAND)) {
      const subject = action.startsWith('version.')
        ? 'app:audited'
        : action.startsWith('webhook.')
          ? 'webhook:1'
          : action.startsWith('changelog')
            ? 'changelog:1'
            : 'project:11';
      await recordAudit(server.db, act, { projectId: 11, action, subject, details });
    }
    const leaving = await register(server, providers);
    await owner().put(`/auth/admin/users/${leaving.user.id}`, { role: 'driver' });
    await deleteAndRestore();
    await removeAccount(running, person);
    await eraseAll(server, clock);
    const happened = new Set((await queuedEvents(server.db)).map(({ type }) => type));
    assert.deepEqual(
      Object.keys(EVENT_TYPES).filter((type) => !happened.has(type)),
      [],
    );
  });

  it('have bodies as the API reference says', async () => {
    for (const body of await bodies()) checkBody(body);
  });

  it('name no phone, e-mail, name, code or token', async () => {
    const all = (await bodies(false)).join('\n');
    for (const secret of secrets) assert.ok(secret.length > 5 && !all.includes(secret), secret);
    assert.doesNotMatch(all, /\+\d{6}|\d\*+\d|@|\$argon2|Bearer|eyJ/);
    for (const text of ['Dark mode', 'For the night', 'Well made', 'Cups', 'Back soon', 'Good cups', 'Not kind'])
      assert.ok(!all.includes(text), text);
  });

  async function bodies(hasTexts = true): Promise<string[]> {
    const readers = hasTexts ? composeEventTexts(clock) : {};
    const events: OutgoingEvent[] = await queuedEvents(db());
    return Promise.all(events.map(async (event) => fullBodyOf(db(), event, readers)));
  }

  async function lockSignIns(): Promise<void> {
    const { server, providers } = running;
    const user = await register(server, providers, undefined, { password: PASSWORD });
    for (let tries = 0; tries < 6; tries += 1) await login(server, user.phone, 'incorrect horse battery');
    const other = await register(server, providers);
    for (let tries = 0; tries < 12; tries += 1) {
      if (tries % 4 === 0) await authClient(server).post('/send-otp', { phone: other.phone, purpose: 'login' });
      const right = await providers.codeFor(other.phone);
      await authClient(server).post('/login-otp', { phone: other.phone, otp: wrongCode(right) });
    }
    secrets.push(user.phone, other.phone);
  }

  async function reuseToken(): Promise<void> {
    const { tokens } = await register(running.server, running.providers);
    let token = tokens.refreshToken;
    for (let rounds = 0; rounds < 2; rounds += 1) {
      const { body } = await authClient(running.server).post('/refresh', { refresh_token: token }).expect(200);
      token = body.tokens?.refreshToken ?? body.refreshToken;
      await authClient(running.server, { token: body.tokens?.accessToken ?? body.accessToken }).get('/profile');
      clock.advance(60);
    }
    await authClient(running.server).post('/refresh', { refresh_token: tokens.refreshToken }).expect(401);
  }

  async function passMaintenance(): Promise<void> {
    const at = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
    const window = { isActive: true, startAt: at(60), endAt: at(120) };
    await owner().put('/admin/apps/audited/maintenance', window).expect(200);
    clock.advance(121);
    await recordDue(running.server.services.apps, async () => true);
  }

  async function deleteAndRestore(): Promise<void> {
    const { server, providers } = running;
    await owner()
      .put('/admin/projects/11', { settings: { accountDeletionDays: 7 } })
      .expect(200);
    const user = await register(server, providers, undefined, { password: PASSWORD });
    await clientOf(server, user).post('/account/deletion', { password: PASSWORD }).expect(202);
    await authClient(server).post('/account/restore', { phone: user.phone, password: PASSWORD }).expect(200);
    await owner()
      .put('/admin/projects/11', { settings: { accountDeletionDays: 0 } })
      .expect(200);
  }
});
