import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Session } from '../../models/auth/Session.ts';
import { execute, type SqlValue, selectRows } from '../../server/platform/db/sql.ts';
import { deleteLeftovers, startAuthCleanup, stopAuthCleanup } from '../../server/services/auth/cleanup.ts';
import { memoryLog } from '../support/memory-log.ts';
import { until } from '../support/process.ts';
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
    server = await startServer({ clock: { now: () => NOW } });
  });
  after(() => server.close());

  async function insert(table: string, row: Readonly<Record<string, SqlValue>>): Promise<void> {
    const columns = Object.keys(row);
    await execute(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((name) => `:${name}`).join(', ')})`, row);
  }

  async function left(table: string, column: string): Promise<unknown[]> {
    const rows = await selectRows<{ name: unknown }>(`SELECT ${column} AS name FROM ${table} ORDER BY ${column}`);
    return rows.map(({ name }) => name);
  }

  it('deletes codes a day after their end', async () => {
    for (const [phone, expiresAt] of [
      ['+966500000001', ago(DAY)],
      ['+966500000002', ago(DAY + 1)],
    ] as const)
      await insert('otp_codes', {
        ...{ project_id: 11, phone, purpose: 'login', digest: '', wrong_tries: 0, used_by: null },
        ...{ expires_at: expiresAt, created_at: expiresAt },
      });
    await deleteLeftovers(NOW);
    assert.deepEqual(await left('otp_codes', 'phone'), ['+966500000001']);
  });

  it('deletes cooldowns that are forgotten', async () => {
    await insert('otp_sends', { project_id: 11, phone: '+966500000001', sends: 1, last_sent_at: ago(2 * DAY) });
    await insert('otp_sends', { project_id: 11, phone: '+966500000002', sends: 1, last_sent_at: ago(2 * DAY + 1) });
    await deleteLeftovers(NOW);
    assert.deepEqual(await left('otp_sends', 'phone'), ['+966500000001']);
  });

  it('deletes counts of failures after 30 days, unless they still lock', async () => {
    const row = { project_id: 11, kind: 'password', failures: 1, permits: '' };
    await insert('attempt_locks', { ...row, subject: 'fresh', locked_until: null, changed_at: ago(30 * DAY) });
    await insert('attempt_locks', { ...row, subject: 'locked', locked_until: new Date(NOW.getTime() + 1), changed_at: ago(31 * DAY) });
    await insert('attempt_locks', { ...row, subject: 'old', locked_until: NOW, changed_at: ago(30 * DAY + 1) });
    await deleteLeftovers(NOW);
    assert.deepEqual(await left('attempt_locks', 'subject'), ['fresh', 'locked']);
  });

  it('deletes sessions 30 days after their end, in several steps', async () => {
    const row = (expiresAt: Date) => {
      const at = { rotatedAt: expiresAt, expiresAt, createdAt: expiresAt };
      return { id: randomUUID(), projectId: 11, userId: randomUUID(), method: 'otp' as const, ...at };
    };
    await Session.bulkCreate(Array.from({ length: 450 }, () => row(ago(30 * DAY + 1))));
    const kept = row(ago(30 * DAY));
    await Session.create(kept);
    assert.equal(await deleteLeftovers(NOW), 450);
    assert.deepEqual(await left('sessions', 'id'), [kept.id]);
  });

  it('has ended when it is stopped, after the step under way and before the database is closed', async () => {
    const at = { rotatedAt: ago(31 * DAY), expiresAt: ago(31 * DAY), createdAt: ago(31 * DAY) };
    const rows = () => Array.from({ length: 2_000 }, () => ({ id: randomUUID(), projectId: 11, method: 'otp' as const, ...at }));
    const count = () => Session.count({ where: { projectId: 11, method: 'otp', expiresAt: at.expiresAt } });
    await Session.bulkCreate(rows());
    const { log, lines } = memoryLog('info');
    startAuthCleanup({ log, clock: { now: () => NOW } });
    await until(async () => (await count()) < 2_000);
    await stopAuthCleanup();
    const rest = await count();
    assert.ok(rest > 0, 'it ends early');
    await sleep(100);
    assert.equal(await count(), rest);

    startAuthCleanup({ log, clock: { now: () => NOW } });
    await server.close();
    await sleep(100);
    assert.deepEqual(
      lines().filter(({ level }) => Number(level) > 30),
      [],
    );
    server = await startServer({ clock: { now: () => NOW }, env: server.env });
    await deleteLeftovers(NOW);
  });

  it('deletes revocations when no token that they concern is alive', async () => {
    await insert('revocations', { kind: 'user', subject: 'recent', revoked_at: ago(2 * HOUR) });
    await insert('revocations', { kind: 'user', subject: 'old', revoked_at: ago(2 * HOUR + 1) });
    await deleteLeftovers(NOW);
    assert.deepEqual(await left('revocations', 'subject'), ['recent']);
  });
});
