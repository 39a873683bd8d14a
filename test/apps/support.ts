import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { App } from '../../models/apps/App.ts';
import { AuditEntry } from '../../models/platform/AuditEntry.ts';
import type { Clock } from '../../server/platform/clock.ts';
import { execute } from '../support/databases/sql.ts';
import { admin } from '../support/requests/client.ts';
import { faultyFields } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';

export interface MovableClock extends Clock {
  set(at: Date | string | number): void;
  advance(ms: number): void;
}

/** A clock that only moves when a test moves it. */
export function movableClock(start: Date | string = '2026-03-10T12:34:56.789Z'): MovableClock {
  let at = new Date(start).getTime();
  return {
    now: () => new Date(at),
    set(next) {
      at = new Date(next).getTime();
    },
    advance(ms) {
      at += ms;
    },
  };
}

/** Rows in one statement. */
const BULK = 2_500;

let registered = 0;

/** Registers an app, by default under a new slug, and returns the slug. */
export async function registerApp(server: TestServer, fields: Readonly<Record<string, unknown>> = {}): Promise<string> {
  registered += 1;
  const { body } = await admin(server)
    .post('/admin/apps', { slug: `app-${registered}`, name: 'Shop', platform: 'both', packageName: 'com.example.shop', ...fields })
    .expect(201);
  return body.slug;
}

/** Adds apps to the database, without a server that knows about them. */
export async function insertApps({ db }: TestServer, count: number): Promise<void> {
  const at = new Date('2026-01-01T00:00:00.000Z');
  const app = { name: 'Bulk', platform: 'both', package_name: 'com.example', current_version: '1.0.0', current_version_code: 1 };
  const rest = { ...app, store_url: '', is_active: true, revision: 1, created_at: at, updated_at: at };
  for (let start = 0; start < count; start += BULK) {
    const values = Array.from({ length: Math.min(BULK, count - start) }, (_, n) => [`bulk-${start + n}`, ...Object.values(rest)]);
    await execute(db, `INSERT INTO apps (slug, ${Object.keys(rest).join(', ')}) VALUES :values`, { values });
  }
}

/** Publishes 1.0.0 with code 1, unless `fields` differ. */
export async function publish(
  server: TestServer,
  slug: string,
  fields: Readonly<Record<string, unknown>> = {},
): Promise<Record<string, unknown> & { id: number }> {
  const { body } = await admin(server)
    .post(`/admin/apps/${slug}/versions`, { versionName: '1.0.0', versionCode: 1, ...fields })
    .expect(201);
  return body;
}

/** A user as events have told. */
export interface Seen {
  user: string;
  installation: string | null;
  platform: string | null;
  version: string | null;
  country: string | null;
  agoMs: number;
}

/** Adds users that the analytics of an app have seen by a time: on iOS, with 1.0.0, in SA, unless `of` says something else. */
export async function addSeen(
  { db }: TestServer,
  { slug, now, count }: { slug: string; now: string; count: number },
  of: (index: number) => Partial<Seen> = () => ({}),
): Promise<Seen[]> {
  const { id } = await db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
  const users = Array.from({ length: count }, (_, index): Seen => {
    const plain = { user: `u${index}`, installation: `i${index}`, platform: 'ios', version: '1.0.0', country: 'SA', agoMs: index };
    return { ...plain, ...of(index) };
  });
  const columns = 'app_id, user_id, last_seen_ms, first_seen_ms, installation_id, platform, app_version, country';
  for (let start = 0; start < count; start += BULK) {
    const values = users.slice(start, start + BULK).map(({ user, installation, platform, version, country, agoMs }) => {
      const at = Date.parse(now) - agoMs;
      return [id, user, at, at, installation, platform, version, country];
    });
    await execute(db, `INSERT INTO analytics_users (${columns}) VALUES :values`, { values });
  }
  return users;
}

/** The query that the phone of a user sends at its start. */
export function phoneOf({ user, installation, platform, version, country }: Seen): URLSearchParams {
  const told = { installationId: installation, platform, currentVersion: version, country, userId: user === installation ? null : user };
  return new URLSearchParams(Object.entries(told).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]])));
}

/** Everything of an app that a write may leave behind. */
export async function traceOf(server: TestServer, slug: string): Promise<object> {
  const app = await server.db.model(App).findOne({ where: { slug }, rejectOnEmpty: true });
  const read = async (path: string) => (await admin(server).get(`/admin/apps/${slug}${path}`).expect(200)).body;
  return {
    app: app.get(),
    audits: await server.db.model(AuditEntry).count({ where: { subject: `app:${slug}` }, acrossProjects: true }),
    versions: await read('/versions'),
    windows: await read('/maintenance/history'),
  };
}

/** Asserts that the id is a number and that the times are recent; returns the rest of the record. */
export function withoutIdAndTimes(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { id, createdAt, updatedAt, ...rest } = body;
  assert.ok(Number.isInteger(id) && Number(id) > 0, `id ${String(id)}`);
  for (const time of [createdAt, updatedAt]) {
    const age = performance.timeOrigin + performance.now() - new Date(String(time ?? createdAt)).getTime();
    assert.ok(age > -1_000 && age < 60_000, `${String(time)} is ${age} ms old`);
  }
  return rest;
}

/** The error code of a response. */
export function codeOf(response: Response): unknown {
  return response.body.code;
}

/** The distinct fields that a 400 names, in order. */
export function faultsOf(response: Response): string[] {
  assert.equal(codeOf(response), 'validation_error');
  return [...new Set(faultyFields(response.body))];
}
