import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { startSharedWork } from '../../../server/platform/concurrency/shared-work.ts';
import type { SqlValue } from '../../../server/platform/db/statements/sql.ts';
import { eventRetention } from '../../../server/services/apps/analytics/retention.ts';
import { authCleanup } from '../../../server/services/auth/cleanup.ts';
import { feedbackCleanup } from '../../../server/services/feedback/cleanup.ts';
import { auditRetention } from '../../../server/services/platform-admin/audit-retention.ts';
import { movableClock, registerApp } from '../../apps/support.ts';
import { interceptQueries } from '../../support/databases/intercept-queries.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const HOUR_MS = 3_600_000;
const YEARS_MS = 3 * 365 * 24 * HOUR_MS;
/** More than two chunks of each table. */
const ROWS = 2_300;
const MOST_AT_ONCE = 1_000;
/** The leases of the works that delete. */
const IS_CLEANUP = "name IN ('auth cleanup', 'feedback cleanup', 'analytics retention', 'audit retention')";

/** A statement that deletes. */
interface Delete {
  readonly server: number;
  readonly table: string;
  readonly rows: number;
}

describe('the cleanup of two runtimes', () => {
  const clock = movableClock();
  const old = new Date(clock.now().getTime() - YEARS_MS);
  let servers: TestServer[];

  before(async () => {
    const first = await startServer({ clock, env: { SERVICES: 'apps' }, cleanupSpreadMs: 0 });
    servers = [first, await startServer({ clock, env: first.env, cleanupSpreadMs: 0 })];
  });
  after(() => Promise.all(servers.map((server) => server.close())));

  /** Old rows for every table that grows with use, by the number of the row. */
  function oldRows(appId: number): Record<string, (n: number) => Record<string, SqlValue>> {
    const hour = Math.floor(old.getTime() / HOUR_MS);
    const mail = { project_id: 11, data: '{}', attempts: 0, due_at: old, created_at: old };
    return {
      analytics_events: () => ({ app_id: appId, event_type: 'open', occurred_at: old, created_at: old }),
      analytics_counts: (n) => ({ app_id: appId, kind: 'type', hour: hour - (n % 50), value: `type-${n}`, n: 1 }),
      analytics_users: (n) => ({ app_id: appId, user_id: `user-${n}`, last_seen_ms: old.getTime() }),
      audit_log: () => ({ project_id: 11, action: 'probe.done', actor: 'system:test', subject: 'probe:1', details: '{}', created_at: old }),
      sessions: () => ({
        id: randomUUID(),
        project_id: 11,
        method: 'otp',
        generation: 1,
        rotated_at: old,
        expires_at: old,
        created_at: old,
      }),
      idempotency_keys: (n) => ({ scope_digest: `key-${n}`, body_digest: '', holder: '', state: 'done', created_at: old }),
      mail_outbox: (n) => ({
        ...mail,
        mail_key: `mail-${n}`,
        recipient: 'a@example.com',
        language: 'en',
        template: 'x',
        state: 'sent',
        priority: 0,
      }),
      mail_broadcasts: (n) => ({ ...mail, mail_key: `mail-${n}`, post_id: 1, last_voter: '', done_at: old }),
    };
  }

  async function fill(server: TestServer): Promise<string[]> {
    await registerApp(server);
    await execute(server.db, 'DELETE FROM audit_log');
    const [app] = await selectRows<{ id: number }>(server.db, 'SELECT id FROM apps');
    const tables = oldRows(app?.id ?? 0);
    for (const [table, row] of Object.entries(tables)) {
      const values = Array.from({ length: ROWS }, (_, n) => Object.values(row(n)));
      await execute(server.db, `INSERT INTO ${table} (${Object.keys(row(0)).join(', ')}) VALUES :values`, { values });
    }
    return Object.keys(tables);
  }

  /** Starts every cleanup on each server, until all of them are done, and returns the statements that deleted rows. */
  async function cleanUp([first, second]: TestServer[]): Promise<Delete[]> {
    assert.ok(first !== undefined && second !== undefined);
    const deletes: Delete[] = [];
    const record = (server: number) => async (sql: string, send: () => Promise<unknown>) => {
      const result = await send();
      const table = /^DELETE FROM `?(\w+)/.exec(sql)?.[1];
      if (table !== undefined && Number(result) > 0) deletes.push({ server, table, rows: Number(result) });
      return result;
    };
    const works = [first, second].flatMap(({ db, services: { auth, feedback, apps } }) =>
      [
        authCleanup(auth),
        feedbackCleanup(feedback),
        eventRetention(apps, { clock, days: 400 }),
        auditRetention(db, { clock, days: 730 }),
      ].map((work) => startSharedWork(db, work, 20)),
    );
    const isDone = async () => (await leases(first)).every(({ isDue, holder }) => !isDue && holder === null);
    await interceptQueries(first.db, record(0), () => interceptQueries(second.db, record(1), () => until(isDone)));
    await Promise.all(works.map((work) => work.stop()));
    return deletes;
  }

  async function leases({ db }: TestServer): Promise<{ isDue: boolean; holder: string | null }[]> {
    const rows = await selectRows<{ dueAt: Date | string; holder: string | null }>(
      db,
      `SELECT due_at AS dueAt, holder FROM work_leases WHERE ${IS_CLEANUP}`,
    );
    assert.equal(rows.length, 4);
    return rows.map(({ dueAt, holder }) => ({ isDue: new Date(dueAt) <= clock.now(), holder }));
  }

  it('deletes each row once, in bounded statements', async () => {
    const [first] = servers;
    assert.ok(first !== undefined);
    await until(
      async () => (await selectRows(first.db, `SELECT name FROM work_leases WHERE holder IS NULL AND ${IS_CLEANUP}`)).length === 2,
    );
    const tables = await fill(first);
    clock.advance(2 * HOUR_MS);
    const deletes = await cleanUp(servers);
    for (const table of tables) {
      const own = deletes.filter((each) => each.table === table);
      assert.equal(
        own.reduce((sum, { rows }) => sum + rows, 0),
        ROWS,
        table,
      );
      assert.ok(own.length >= ROWS / MOST_AT_ONCE && own.every(({ rows }) => rows <= MOST_AT_ONCE), table);
      assert.equal(new Set(own.map(({ server }) => server)).size, 1, table);
      assert.deepEqual(await selectRows(first.db, `SELECT * FROM ${table}`), [], table);
    }
  });
});
