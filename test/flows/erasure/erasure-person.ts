import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Environment } from '../../../server/config/types.ts';
import { loadSecretKeys } from '../../../server/platform/crypto/secret-keys.ts';
import type { Database } from '../../../server/platform/db/database.ts';
import { maskPhone } from '../../../server/platform/mask.ts';
import { phoneDigest } from '../../../server/services/auth/otp/messages/phone-digest.ts';
import { clientOf, newPhone, PASSWORD, type RegisteredUser, register } from '../../auth/support.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../../feedback/support.ts';
import type { MailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import type { FakeProviders } from '../../support/providers/fake-providers.ts';
import { authClient, type Client, client } from '../../support/requests/client.ts';

/** A person who has left something in every table. */
export interface Person extends RegisteredUser {
  readonly email: string;
  /** Names, addresses, phones and the device. */
  readonly secrets: readonly string[];
  readonly reviewId: number;
  readonly postId: number;
  readonly commentId: number;
  readonly votedId: number;
  readonly planId: number;
}

/** The server may be in this process or another. */
export interface World {
  readonly server: { readonly url: string; readonly apiKey: string; readonly db: Database; readonly env: Environment };
  readonly providers: FakeProviders;
  readonly smtp: MailServer;
}

/** The settings of a server with lively persons. */
export function environmentWith(smtp: MailServer): Environment {
  return { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', OTP_COOLDOWN_SECONDS: '0' };
}

let people = 0;

/** Registers a person who leaves something in every personal column of every table. */
export async function livelyPerson(world: World): Promise<Person> {
  const { server, providers } = world;
  people += 1;
  const names = { firstName: `Laylagivenname${people}`, lastName: `Binhaddadin Haddadinfamily${people}` };
  const [old, email, nextPhone] = [`layla${people}.former@example.com`, `layla${people}.haddadin@example.com`, newPhone()];
  const user = await register(server, providers, newPhone(), { ...names, password: PASSWORD });
  const other = await register(server, providers);
  const [me, them] = [clientFor(world, user), clientFor(world, other)];
  await writeAsGuest(world, email, names.firstName);
  const written = await writeTexts(me, them);
  for (const address of [old, email]) await proveEmail(world, user, address);
  await useDevices(world, user, names.lastName);
  await changePhone(world, user, nextPhone);
  await meetModerators(world, { user, other, me, them, written, name: names.lastName });
  await reportEvent(world, user.user.id);
  await announce(world, written.votedId, email);
  const avatar = `https://example.com/${names.lastName}.png`;
  await executeAcrossProjects(server.db, 'UPDATE users SET avatar = :avatar WHERE id = :id', { avatar, id: user.user.id });
  const read = 'INSERT INTO audited_reads (project_id, reader, read_at) VALUES (11, :reader, :now)';
  await executeAcrossProjects(server.db, read, { reader: `user:${user.user.id}`, now: new Date() });
  await reportedMessage(world, user);
  await ownEvent(world, user);
  const backwards = [...user.phone.slice(1)].reverse().join('');
  const phones = [user.phone, user.phone.slice(1), nextPhone, nextPhone.slice(1), backwards];
  return { ...user, ...written, email, secrets: [...phones, old, email, names.firstName, names.lastName] };
}

/** The message of a code whose provider has receipts, which names the person by a digest; its id names the user for the test. */
async function reportedMessage({ server }: World, { phone, user }: RegisteredUser): Promise<void> {
  const secrets = loadSecretKeys(server.env['OTP_PEPPER'] ?? null, server.env['DATA_DIR'] ?? '');
  await executeAcrossProjects(
    server.db,
    `INSERT INTO code_messages (project_id, phone, phone_digest, country, purpose, provider, provider_id, state, sent_at, changed_at)
     VALUES (11, :masked, :digest, 'SA', 'login', 'meta', :id, 'delivered', :now, :now)`,
    { masked: maskPhone(phone), digest: phoneDigest(secrets, { projectId: 11, phone }), id: `wamid.${user.id}`, now: new Date() },
  );
}

/** An event of the user, as it is recorded while a webhook wants it. */
async function ownEvent({ server }: World, { user }: RegisteredUser): Promise<void> {
  await executeAcrossProjects(
    server.db,
    `INSERT INTO outgoing_events (project_id, type, subject, revision, actor, data, created_at)
     VALUES (11, 'user.updated', :subject, 1, :subject, '{}', :now)`,
    { subject: `user:${user.id}`, now: new Date() },
  );
}

function clientFor({ server }: World, { tokens }: RegisteredUser): Client {
  return client(server, { token: tokens.accessToken });
}

async function writeAsGuest({ server }: World, guestEmail: string, guestName: string): Promise<void> {
  const guest = client(server, { headers: { 'Idempotency-Key': `key-${randomUUID()}` } });
  const values = { itemType: 'product', itemId: 7, rating: 5, comment: 'Fine, as I said', guestEmail, guestName };
  const { body } = await guest.post('/reviews', values).expect(201);
  const decision = { status: 'approved', reason: 'Seen' };
  await admins(server).put(`/admin/reviews/${body.data.id}/status`, decision).expect(200);
}

function admins({ url, apiKey }: World['server']): Client {
  return client({ url }, { apiKey });
}

type Written = Pick<Person, 'reviewId' | 'postId' | 'commentId' | 'votedId' | 'planId'> & { readonly hiddenIds: readonly number[] };

async function writeTexts(me: Client, them: Client): Promise<Written> {
  const create = async (by: Client, path: string, body: object): Promise<number> => (await by.post(path, body).expect(201)).body.data.id;
  const review = {
    itemType: 'product',
    itemId: 8,
    rating: 4,
    title: 'Cups',
    comment: 'Good cups',
    images: ['https://example.com/cup.png'],
  };
  const idea = { title: 'A dark theme', description: 'For the night', category: 'feature' };
  const [reviewId, rejectedId] = [await create(me, '/reviews', review), await create(me, '/reviews', review)];
  const postId = await create(me, '/posts', idea);
  const votedId = await create(them, '/posts', { ...idea, title: 'A light theme' });
  const on = { entityType: 'post', entityId: votedId };
  const commentId = await create(me, '/comments', { ...on, content: 'I want it too' });
  await create(them, '/comments', { ...on, content: 'Me as well', parentId: commentId });
  const hiddenId = await create(me, '/comments', { ...on, content: 'And soon', parentId: commentId });
  await me.post(`/posts/${votedId}/vote`, {}).expect(200);
  await them.post(`/posts/${postId}/vote`, {}).expect(200);
  await me.post('/favorites', { itemType: 'product', itemId: 9 }).expect(201);
  const planId = await create(me, '/roadmap', { title: 'Themes' });
  await create(me, '/changelog', { title: 'Themes', content: 'There are themes now.' });
  return { reviewId, postId, commentId, votedId, planId, hiddenIds: [rejectedId, hiddenId] };
}

/** Sets the address in the profile and resolves to the code that is mailed to it. */
export async function emailCode({ server, smtp }: World, user: RegisteredUser, email: string): Promise<string> {
  const me = clientOf(server, user);
  await me.put('/profile', { email }).expect(200);
  await me.post('/email/verify-init').expect(200);
  const codes = () =>
    smtp.mails.flatMap(({ to, email: mail }) => (to.includes(email) ? (/^ {4}(\d{6})$/m.exec(mail.text ?? '')?.[1] ?? []) : []));
  await until(() => codes().length > 0);
  return codes().at(-1) ?? '';
}

async function proveEmail(world: World, user: RegisteredUser, email: string): Promise<void> {
  const code = await emailCode(world, user, email);
  await clientOf(world.server, user).post('/email/verify', { code }).expect(200);
}

/** Two more sessions, one of which ends, wrong passwords, and a code of a known device. */
async function useDevices({ server, providers }: World, user: RegisteredUser, name: string): Promise<void> {
  const device = authClient(server, { headers: { 'X-Device-Name': `Phone of ${name}` } });
  const { phone } = user;
  await device.post('/login', { phone, password: 'a wrong password' }).expect(401);
  await device.post('/login', { phone, password: PASSWORD }).expect(200);
  const { headers } = await device.post('/login', { phone, password: PASSWORD }).expect(200);
  const known = { 'X-Diwan-Device': String(headers['x-diwan-device']) };
  await authClient(server, { headers: known }).post('/login', { phone, password: 'a wrong password' }).expect(401);
  const me = clientOf(server, user, { headers: known });
  const { body } = await me.get('/sessions').expect(200);
  const past = body.data.find(({ current }: { current: boolean }) => !current);
  await me.delete(`/sessions/${past.id}`).expect(200);
  await me.put('/settings', { notifications: true, language: 'ar' }).expect(200);
  await me.post('/send-otp', { purpose: 'export' }).expect(200);
  await providers.codeFor(phone);
}

async function changePhone({ server, providers }: World, user: RegisteredUser, phone: string): Promise<void> {
  await clientOf(server, user).post('/phone/change/init', { phone, password: PASSWORD }).expect(200);
  await providers.codeFor(phone);
}

interface Meeting {
  readonly user: RegisteredUser;
  readonly other: RegisteredUser;
  readonly me: Client;
  readonly them: Client;
  readonly written: Written;
  readonly name: string;
}

/** Reports and blocks in both directions, and decisions of moderators. */
async function meetModerators({ server }: World, { user, other, me, them, written, name }: Meeting): Promise<void> {
  const { postId, votedId, hiddenIds } = written;
  const [reviewId = 0, commentId = 0] = hiddenIds;
  const report = (by: Client, entityType: string, entityId: number, note: string) =>
    by.post('/reports', { entityType, entityId, reason: 'other', note }).expect(201);
  await report(me, 'post', votedId, `Greetings from ${name}`);
  await report(them, 'post', postId, 'Not kind');
  await report(them, 'comment', commentId, 'Not kind');
  await me.put(`/blocks/${other.user.id}`).expect(200);
  await them.put(`/blocks/${user.user.id}`).expect(200);
  const moderators = admins(server);
  await moderators.put(`/admin/comments/${commentId}/status`, { status: 'hidden', reason: 'Not kind' }).expect(200);
  await moderators.put(`/admin/reviews/${reviewId}/status`, { status: 'rejected', reason: 'Not kind' }).expect(200);
}

const SLUG = 'erased-shop';

async function reportEvent({ server }: World, userId: string): Promise<void> {
  const app = { slug: SLUG, name: 'Shop', platform: 'android', packageName: 'com.example.shop' };
  const made = await admins(server).post('/admin/apps', app);
  assert.ok(made.status === 201 || made.status === 409);
  const report = (event: object) =>
    client(server, {})
      .post(`/apps/${SLUG}/analytics`, { eventType: 'open', ...event })
      .expect(201);
  const installationId = `phone-of-${userId}`;
  await report({ installationId });
  await report({ userId, installationId, platform: 'android', country: 'SA', eventData: { screen: 'start' } });
  const when = [{ attribute: 'userId', operator: 'in', values: [userId] }];
  await admins(server)
    .post(`/admin/apps/${SLUG}/segments`, { key: `segment_${people}`, conditions: when })
    .expect(201);
  await admins(server)
    .post(`/admin/apps/${SLUG}/features`, { flagKey: `flag_${people}`, targeting: { rules: [{ id: 'r', when }] } })
    .expect(201);
  const tested = { isActive: true, testers: { ids: [userId, 'tester-2'] } };
  await admins(server).put(`/admin/apps/${SLUG}/maintenance`, tested).expect(200);
}

/** A mail to all voters of a post, of which the person is one. */
async function announce({ server, smtp }: World, postId: number, email: string): Promise<void> {
  const before = smtp.mails.length;
  await admins(server).put(`/admin/posts/${postId}/status`, { status: 'planned', reason: 'Soon' }).expect(200);
  await until(() => smtp.mails.slice(before).some(({ to }) => to.includes(email)));
  const open = 'SELECT id FROM mail_broadcasts WHERE done_at IS NULL';
  await until(async () => (await selectAcrossProjects(server.db, open)).length === 0);
}
