import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { composeErasure } from '../../server/boot/erasure.ts';
import type { Clock } from '../../server/platform/clock.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { insertMails } from '../../server/platform/mail/outbox.ts';
import { eraseDueAccounts } from '../../server/services/auth/deletion/erasures.ts';
import { clientOf, newPhone, type RegisteredUser, register } from '../auth/support.ts';
import { selectAcrossProjects } from '../feedback/support.ts';
import { admin, type Client, client } from '../support/client.ts';
import type { FakeProviders } from '../support/fake-providers.ts';
import type { TestServer } from '../support/server.ts';

/** A person who has left something in every table. */
export interface Person extends RegisteredUser {
  readonly email: string;
  /** The name, the e-mail and the phone. */
  readonly secrets: readonly string[];
  readonly reviewId: number;
  readonly postId: number;
  readonly commentId: number;
  readonly replyId: number;
  readonly votedId: number;
  readonly planId: number;
}

interface World {
  readonly server: TestServer;
  readonly providers: FakeProviders;
}

let people = 0;

/** Registers a person who reviews, comments, votes, keeps favorites, posts, plans, reports events and gets mails. */
export async function livelyPerson({ server, providers }: World, other: Client): Promise<Person> {
  people += 1;
  const email = `layla${people}.haddadin@example.com`;
  const names = { firstName: `Laylagivenname${people}`, lastName: `Haddadinfamily${people}` };
  const user = await register(server, providers, newPhone(), names);
  await clientOf(server, user).put('/profile', { email }).expect(200);
  const me = client(server, { token: user.tokens.accessToken, headers: { 'Idempotency-Key': `key-${randomUUID()}` } });
  const item = { itemType: 'product', itemId: 5000 + people };
  const review = (await me.post('/reviews', { ...item, rating: 4, comment: 'Good cups' }).expect(201)).body.data;
  const post = (await me.post('/posts', { title: 'A dark theme', description: 'For the night', category: 'feature' }).expect(201)).body
    .data;
  const others = (await other.post('/posts', { title: 'A light theme', description: 'For the day', category: 'feature' }).expect(201)).body
    .data;
  const on = { entityType: 'post', entityId: others.id };
  const plain = client(server, { token: user.tokens.accessToken });
  const top = (await plain.post('/comments', { ...on, content: 'I want it too' }).expect(201)).body.data;
  await other.post('/comments', { ...on, content: 'Me as well', parentId: top.id }).expect(201);
  const reply = (await plain.post('/comments', { ...on, content: 'And soon', parentId: top.id }).expect(201)).body.data;
  await plain.post(`/posts/${others.id}/vote`, {}).expect(200);
  await other.post(`/posts/${post.id}/vote`, {}).expect(200);
  await plain.post('/favorites', item).expect(201);
  const plan = (await plain.post('/roadmap', { title: 'Themes' }).expect(201)).body.data;
  await reportEvent(server, user.user.id);
  await insertMails(
    server.db,
    [{ projectId: 11, key: `test:${people}`, to: email, name: names.firstName, language: 'en', template: 'post-status', data: {} }],
    new Date(),
  );
  return {
    ...{ ...user, email, secrets: [user.phone, user.phone.slice(1), email, names.firstName, names.lastName] },
    ...{ reviewId: review.id, postId: post.id, commentId: top.id, replyId: reply.id, votedId: others.id, planId: plan.id },
  };
}

const SLUG = 'erased-shop';

async function reportEvent(server: TestServer, userId: string): Promise<void> {
  const app = { slug: SLUG, name: 'Shop', platform: 'android', packageName: 'com.example.shop' };
  const made = await admin(server).post('/admin/apps', app);
  assert.ok(made.status === 201 || made.status === 409);
  await client(server, {}).post(`/apps/${SLUG}/analytics`, { eventType: 'open', userId, platform: 'android' }).expect(201);
}

/** The person deletes the account with a code. */
export async function removeAccount({ server, providers }: World, person: RegisteredUser): Promise<void> {
  const me = clientOf(server, person);
  await me.post('/send-otp', { purpose: 'delete' }).expect(200);
  await me.post('/account/deletion', { otp: await providers.codeFor(person.phone) }).expect(202);
}

/** Erases what is due, and what a second run finds after the requests under way have ended. */
export async function eraseAll(
  { services }: Pick<TestServer, 'services'>,
  clock: Clock & { advance(seconds: number): void },
): Promise<void> {
  await eraseDueAccounts(composeErasure(services, clock));
  clock.advance(11);
  assert.ok((await eraseDueAccounts(composeErasure(services, clock))) > 0);
}

/** Every row of every table, as text. */
export async function dumpOf(db: Database): Promise<string> {
  const tables = (await db.sequelize.getQueryInterface().showAllTables()).sort();
  assert.ok(tables.length > 25);
  const rows = [];
  for (const table of tables) rows.push(JSON.stringify([table, await selectAcrossProjects(db, `SELECT * FROM ${table}`)]));
  return rows.join('\n');
}

/** Whether the id of the user occurs in any row but those of the user and of the audit log. */
export async function traceOf(db: Database, userId: string): Promise<string[]> {
  const tables = (await db.sequelize.getQueryInterface().showAllTables()).filter(
    (table) => !['users', 'audit_log', 'revocations'].includes(table),
  );
  const found = [];
  for (const table of tables)
    if (JSON.stringify(await selectAcrossProjects(db, `SELECT * FROM ${table}`)).includes(userId)) found.push(table);
  return found;
}
