import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '../../models/auth/Session.ts';
import { startSharedWork } from '../../server/platform/concurrency/shared-work.ts';
import type { SqlValue } from '../../server/platform/db/statements/sql.ts';
import { authCleanup, deleteExpiredRows } from '../../server/services/auth/cleanup.ts';
import { always } from '../support/always.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { memoryLog } from '../support/memory-log.ts';
import { until } from '../support/programs/process.ts';
import { startServer, type TestServer } from '../support/server.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

function ago(ms: number): Date {
  return new Date(NOW.getTime() - ms);
}

describe('the cleanup of phone auth', () => {
  let server: TestServer;

  before(async () => {
    // only `apps`: the server's own cleanup would hold the lease
    server = await startServer({ clock: { now: () => NOW }, env: { SERVICES: 'apps' } });
  });
  after(() => server.close());

  async function insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
    const columns = Object.keys(row);
    await execute(server.db, `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`, row);
  }

  async function left(table: string, column: string): Promise<unknown[]> {
    const rows = await selectRows<{ name: unknown }>(server.db, `SELECT ${column} AS name FROM ${table} ORDER BY ${column}`);
    return rows.map(({ name }) => name);
  }

  it('deletes codes a day after they expire', async () => {
    for (const [phone, expiresAt] of [
      ['+966500000001', ago(DAY)],
      ['+966500000002', ago(DAY + 1)],
    ] as const)
      for (const table of ['otp_codes', 'device_codes'])
        await insert(table, {
          project_id: 11,
          phone,
          purpose: 'login',
          digest: '',
          wrong_tries: 0,
          used_by: null,
          expires_at: expiresAt,
          created_at: expiresAt,
        });
    await deleteExpiredRows(server.services.auth, NOW, always);
    for (const table of ['otp_codes', 'device_codes']) assert.deepEqual(await left(table, 'phone'), ['+966500000001']);
  });

  it('deletes cooldowns 48 hours after the last send', async () => {
    for (const table of ['otp_sends', 'device_sends']) {
      await insert(table, { project_id: 11, phone: '+966500000001', sends: 1, last_sent_at: ago(2 * DAY) });
      await insert(table, { project_id: 11, phone: '+966500000002', sends: 1, last_sent_at: ago(2 * DAY + 1) });
    }
    await deleteExpiredRows(server.services.auth, NOW, always);
    for (const table of ['otp_sends', 'device_sends']) assert.deepEqual(await left(table, 'phone'), ['+966500000001']);
  });

  it('deletes failure counts after 30 days unless locked', async () => {
    const row = { project_id: 11, kind: 'password', failures: 1, permits: '' };
    await insert('attempt_locks', { ...row, subject: 'fresh', locked_until: null, changed_at: ago(30 * DAY) });
    await insert('attempt_locks', { ...row, subject: 'locked', locked_until: new Date(NOW.getTime() + 1), changed_at: ago(31 * DAY) });
    await insert('attempt_locks', { ...row, subject: 'old', locked_until: NOW, changed_at: ago(30 * DAY + 1) });
    await deleteExpiredRows(server.services.auth, NOW, always);
    assert.deepEqual(await left('attempt_locks', 'subject'), ['fresh', 'locked']);
  });

  it('deletes counts of operators and devices after an hour', async () => {
    const row = { project_id: 0, account: 'sara', failures: 1, permits: '' };
    const locked = new Date(NOW.getTime() + 1);
    await insert('attempt_locks', { ...row, kind: 'operator', subject: 'op-fresh', locked_until: null, changed_at: ago(HOUR) });
    await insert('attempt_locks', { ...row, kind: 'device', subject: 'op-locked', locked_until: locked, changed_at: ago(HOUR + 1) });
    await insert('attempt_locks', { ...row, kind: 'operator', subject: 'op-old', locked_until: null, changed_at: ago(HOUR + 1) });
    for (const [name, started] of [
      ['fresh', ago(HOUR)],
      ['old', ago(HOUR + 1)],
    ] as const)
      await insert('operator_failures', { username_key: name, failures: 100, started_at: started });
    for (const [hash, expires] of [
      ['fresh', NOW],
      ['old', ago(1)],
    ] as const)
      await insert('operator_devices', { token_hash: hash, operator_id: 1, username_key: 'sara', expires_at: expires, created_at: NOW });
    const known = { ...row, project_id: 11, kind: 'password', account: '+966500000001', locked_until: null };
    await insert('attempt_locks', { ...known, subject: 'op-known', changed_at: ago(HOUR) });
    await insert('attempt_locks', { ...known, subject: 'op-known-old', changed_at: ago(HOUR + 1) });
    for (const [hash, expires] of [
      ['fresh', NOW],
      ['old', ago(1)],
    ] as const)
      await insert('user_devices', { token_hash: hash, project_id: 11, user_id: 'u', expires_at: expires, created_at: NOW });
    await deleteExpiredRows(server.services.auth, NOW, always);
    assert.deepEqual(
      (await left('attempt_locks', 'subject')).filter((subject) => String(subject).startsWith('op-')),
      ['op-fresh', 'op-known', 'op-locked'],
    );
    assert.deepEqual(await left('user_devices', 'token_hash'), ['fresh']);
    assert.deepEqual(await left('operator_failures', 'username_key'), ['fresh']);
    assert.deepEqual(await left('operator_devices', 'token_hash'), ['fresh']);
  });

  it('deletes sessions 30 days after they expire, in steps', async () => {
    const row = (expiresAt: Date) => {
      const at = { rotatedAt: expiresAt, expiresAt, createdAt: expiresAt };
      return { id: randomUUID(), projectId: 11, userId: randomUUID(), method: 'otp' as const, ...at };
    };
    await server.db.model(Session).bulkCreate(Array.from({ length: 450 }, () => row(ago(30 * DAY + 1))));
    const kept = row(ago(30 * DAY));
    await server.db.model(Session).create(kept);
    assert.equal(await deleteExpiredRows(server.services.auth, NOW, always), 450);
    assert.deepEqual(await left('sessions', 'id'), [kept.id]);
  });

  it('stops early and then leaves the database alone', async () => {
    const at = { rotatedAt: ago(31 * DAY), expiresAt: ago(31 * DAY), createdAt: ago(31 * DAY) };
    const rows = () => Array.from({ length: 2_000 }, () => ({ id: randomUUID(), projectId: 11, method: 'otp' as const, ...at }));
    const count = () => server.db.model(Session).count({ where: { projectId: 11, method: 'otp', expiresAt: at.expiresAt } });
    await server.db.model(Session).bulkCreate(rows());
    const cleanup = startSharedWork(server.db, authCleanup(server.services.auth), 0);
    await until(async () => (await count()) < 2_000);
    await cleanup.stop();
    const rest = await count();
    assert.ok(rest > 0, 'it ends early');
    await sleep(100);
    assert.equal(await count(), rest);

    // closing a server must stop its own cleanup before the database is closed
    const { log, lines } = memoryLog('info');
    const clock = { now: () => NOW };
    const second = await startServer({ clock, env: { ...server.env, SERVICES: 'auth' }, log, cleanupSpreadMs: 0 });
    await second.close();
    await sleep(100);
    assert.deepEqual(
      lines().filter(({ level }) => Number(level) > 30),
      [],
    );
    await deleteExpiredRows(server.services.auth, NOW, always);
  });

  it('deletes revocations once their tokens have expired', async () => {
    await insert('revocations', { kind: 'user', subject: 'recent', revoked_at: ago(2 * HOUR) });
    await insert('revocations', { kind: 'user', subject: 'old', revoked_at: ago(2 * HOUR + 1) });
    await deleteExpiredRows(server.services.auth, NOW, always);
    assert.deepEqual(await left('revocations', 'subject'), ['recent']);
  });
});
