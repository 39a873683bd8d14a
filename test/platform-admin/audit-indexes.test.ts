import assert from 'node:assert/strict';
import type { SqlValue } from '../../server/platform/db/statements/sql.ts';
import { execute, selectRows } from '../support/databases/sql.ts';
import { statementsOf } from '../support/databases/statements.ts';
import { admin, type Client, client } from '../support/requests/client.ts';
import { operatorToken } from '../support/requests/tokens.ts';
import { startServer, type TestServer } from '../support/server.ts';

const ROWS = 4_000;
/** Rows in one statement. */
const BULK = 1_000;

describe('a page of the audit log', () => {
  let server: TestServer;
  const callers: Record<string, Client> = {};

  before(async () => {
    server = await startServer();
    const operator = (claims: object) => client(server, { token: operatorToken(server, claims) });
    Object.assign(callers, {
      owner: admin(server),
      admin: operator({ operatorId: 17 }),
      staff: operator({ operatorId: 17, role: 'staff' }),
    });
    for (let count = 0; count < ROWS; count += BULK) {
      const values = Array.from({ length: BULK }, (_, index) => rowOf(count + index));
      const columns = 'project_id, action, actor, subject, target, details, created_at';
      await execute(server.db, `INSERT INTO audit_log (${columns}) VALUES :values`, { values });
    }
    await execute(server.db, server.db.isMySql ? 'ANALYZE TABLE audit_log' : 'ANALYZE');
  });
  after(() => server.close());

  const EVERYWHERE = /audit_log_everywhere|audit_log_subject/;
  const cases: readonly (readonly [caller: string, query: string, index: RegExp])[] = [
    ['owner', '', /PRIMARY|SCAN audit_log(?! USING)|SCAN AuditEntry$/],
    ['owner', 'actor=operator:17', /audit_log_actor/],
    ['owner', 'action=rare.done', /audit_log_action/],
    ['owner', 'subject=app:shop-17', EVERYWHERE],
    ['owner', 'target=flag:flag-17', /audit_log_target/],
    ['owner', 'projectId=12', /audit_log_newest/],
    ['owner', 'target=flag:flag-17&action=flag.changed&from=2026-01-01T00:00:00Z', /audit_log_target/],
    ['admin', '', /audit_log_newest/],
    ['admin', 'actor=operator:17', /audit_log_actor/],
    ['admin', 'action=rare.done', /audit_log_action/],
    ['admin', 'subject=app:shop-17', EVERYWHERE],
    ['admin', 'target=flag:flag-17', /audit_log_target/],
    ['staff', '', /audit_log_actor/],
    ['staff', 'before=2000', /audit_log_actor/],
  ];
  for (const [caller, query, index] of cases)
    it(`is found by an index for ${caller}: ${query || 'no filter'}`, async () => {
      const plan = await planOf(callers[caller], query);
      assert.match(plan, index);
      assert.doesNotMatch(plan, /filesort|TEMP B-TREE|index_merge/);
    });

  /** The query plan as the engine prints it. */
  async function planOf(caller: Client | undefined, query: string): Promise<string> {
    const ask = async () => void (await caller?.get(`/admin/audit-log?${query}`).expect(200));
    const sql = (await statementsOf(server.db, ask)).find((one) => /FROM `audit_log`/.test(one));
    const explain = server.db.isMySql ? 'EXPLAIN FORMAT=TRADITIONAL' : 'EXPLAIN QUERY PLAN';
    const rows = await selectRows<Record<string, SqlValue>>(server.db, `${explain} ${sql}`);
    return rows.map(({ type, key, Extra, detail }) => (server.db.isMySql ? `${type} ${key} ${Extra}` : detail)).join('\n');
  }
});

function rowOf(index: number): SqlValue[] {
  const isRare = index % 500 === 0;
  const [project, action] = [index % 10 === 0 ? 12 : 11, isRare ? 'rare.done' : 'flag.changed'];
  return [
    project,
    action,
    `operator:${index % 50}`,
    `app:shop-${index % 80}`,
    `flag:flag-${index % 300}`,
    '{}',
    new Date(1_780_000_000_000 + index),
  ];
}
