import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { insertMails } from '../../../server/platform/mail/outbox.ts';
import type { ContactServer } from '../../auth/account/contact-support.ts';
import { clientOf, login, newPhone, PASSWORD, type RegisteredUser } from '../../auth/support.ts';
import { selectAcrossProjects } from '../../feedback/support.ts';
import { until } from '../../support/programs/process.ts';
import { admin, authClient, type Client, client } from '../../support/requests/client.ts';
import { operatorToken } from '../../support/requests/tokens.ts';

/** A person who has left something in every table that can hold data of users. */
export interface FullPerson extends RegisteredUser {
  readonly email: string;
  readonly names: { readonly firstName: string; readonly lastName: string };
  /** Another user, whose post the person votes for, comments on and reports. */
  readonly other: RegisteredUser;
}

let people = 0;

export async function fullPerson(running: ContactServer): Promise<FullPerson> {
  people += 1;
  const { server } = running;
  const names = { firstName: `Salmagiven${people}`, lastName: `Najjarfamily${people}` };
  const email = `salma${people}.najjar@example.com`;
  await guestReview(running, email);
  const user = await running.newUser({ ...names, password: PASSWORD });
  const other = await running.newUser({ firstName: `Othergiven${people}` });
  const code = await running.requestEmailCode(user, email);
  await clientOf(server, user).post('/email/verify', { code }).expect(200);
  await writeFeedback(running, user, other);
  await reportEvents(running, user);
  await insertMails(
    server.db,
    [
      {
        projectId: 11,
        key: `test:${people}`,
        to: email,
        name: names.firstName,
        language: 'en',
        template: 'post_status',
        data: { title: 'Post' },
      },
    ],
    new Date(),
  );
  await useAccount(running, user);
  await sentMessage(running, user);
  // an export is compared with the rows, which must not change meanwhile
  await mailsEnded(running, email);
  return { ...user, email, names, other };
}

/** Waits until each mail to the address was sent or has failed. */
async function mailsEnded({ server }: ContactServer, recipient: string): Promise<void> {
  const sql = "SELECT id FROM mail_outbox WHERE recipient = :recipient AND state = 'waiting'";
  await until(async () => (await selectAcrossProjects(server.db, sql, { recipient })).length === 0);
}

function guestReview({ server }: ContactServer, guestEmail: string): Promise<unknown> {
  const body = { itemType: 'product', itemId: 100, rating: 3, comment: 'As a guest', guestEmail, guestName: 'Guest' };
  return client(server, {}).post('/reviews', body).expect(201).then();
}

async function writeFeedback({ server }: ContactServer, user: RegisteredUser, other: RegisteredUser): Promise<void> {
  const [me, them] = [user, other].map(({ tokens }) => client(server, { token: tokens.accessToken })) as [Client, Client];
  const keyed = client(server, { token: user.tokens.accessToken, headers: { 'Idempotency-Key': `key-${randomUUID()}` } });
  const item = { itemType: 'product', itemId: 7000 + people };
  const images = ['https://example.com/cup.jpg'];
  await keyed.post('/reviews', { ...item, rating: 4, title: 'Cups', comment: 'Good "cups"', images }).expect(201);
  const post = { title: 'A dark theme', description: 'For the night', category: 'feature' };
  const own = (await me.post('/posts', post).expect(201)).body.data;
  const theirs = (await them.post('/posts', { ...post, title: 'Written by the other' }).expect(201)).body.data;
  const on = { entityType: 'post', entityId: theirs.id };
  const top = (await me.post('/comments', { ...on, content: 'I want it too' }).expect(201)).body.data;
  await them.post('/comments', { ...on, content: 'Reply of the other', parentId: top.id }).expect(201);
  await me.post(`/posts/${theirs.id}/vote`, {}).expect(200);
  await them.post(`/posts/${own.id}/vote`, {}).expect(200);
  await them.post('/reports', { entityType: 'post', entityId: own.id, reason: 'spam', note: 'Note of the other' }).expect(201);
  await me.post('/favorites', item).expect(201);
  await me.post('/roadmap', { title: 'Themes', targetDate: '2030-03-31' }).expect(201);
  await me.post('/changelog', { title: 'Faster', content: 'Much **faster**', type: 'changed' }).expect(201);
  await me.post('/reports', { ...on, reason: 'off_topic', note: 'About another app' }).expect(201);
  await me.put(`/blocks/${other.user.id}`, {}).expect(200);
  await admin(server).put(`/admin/comments/${top.id}/status?status=hidden`).expect(200);
}

const SLUG = 'exported-shop';

async function reportEvents({ server }: ContactServer, { user: { id: userId } }: RegisteredUser): Promise<void> {
  const app = { slug: SLUG, name: 'Shop', platform: 'android', packageName: 'com.example.shop' };
  const made = await admin(server).post('/admin/apps', app);
  assert.ok(made.status === 201 || made.status === 409);
  const event = {
    eventType: 'open',
    userId,
    platform: 'android',
    appVersion: '1.2.0',
    eventData: { screen: 'cart' },
    eventId: randomUUID(),
  };
  await client(server, {}).post(`/apps/${SLUG}/analytics`, event).expect(201);
  await client(server, {}).post(`/apps/${SLUG}/analytics`, { eventType: 'close', userId }).expect(201);
}

/** Leaves a code, a lock, a second session, a phone to change to, and an act of an operator. */
async function useAccount({ server }: ContactServer, user: RegisteredUser): Promise<void> {
  const operator = authClient(server, { token: operatorToken(server) });
  await operator.post(`/admin/users/${user.user.id}/unlock`, {}).expect(200);
  const { headers } = await login(server, user.phone).set({ 'X-Device-Name': 'Tablet' }).expect(200);
  await login(server, user.phone, 'wrong horse battery').expect(401);
  const device = { 'X-Diwan-Device': String(headers['x-diwan-device']) };
  await clientOf(server, user, { headers: device }).post('/send-otp', { purpose: 'delete' }).expect(200);
  await clientOf(server, user).post('/send-otp', { purpose: 'delete' }).expect(200);
  const change = { phone: newPhone(), password: PASSWORD };
  await clientOf(server, user).post('/phone/change/init', change).expect(200);
  await login(server, user.phone, 'wrong horse battery').expect(401);
}

/** The message of a code whose provider has receipts. */
async function sentMessage({ server }: ContactServer, { phone }: RegisteredUser): Promise<void> {
  const { messageLog } = server.services.auth;
  const message = { projectId: 11, phone, country: 'SA', purpose: 'login', provider: 'meta', messageId: `wamid.${people}` };
  messageLog.add({ ...message, sentAt: new Date(), isHeld: false });
  await messageLog.store();
}
