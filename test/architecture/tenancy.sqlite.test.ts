import assert from 'node:assert/strict';
import { initModels } from '../../models/index.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrations/migrate.ts';
import { execute, selectRows } from '../../server/platform/db/statements/sql.ts';
import { openScratchDatabase, silent } from '../support/databases/scratch-database.ts';

/** Their public look-ups know no project; `requireReach` guards administration. */
const REACHED_BY_GUARD: readonly string[] = ['api_keys', 'apps'];
/** Tables of tenants whose rows no model reads: nothing to guard. */
const WITHOUT_MODEL: readonly string[] = [
  'attempt_locks',
  'audited_reads',
  'changelog_posts',
  'comment_threads',
  'favorite_owners',
  'feedback_counts',
  'feedback_leftovers',
  'mail_broadcasts',
  'otp_codes',
  'otp_sends',
  'post_votes',
  'review_stats',
];

describe('the tenancy of the models', () => {
  let db: Database;

  before(async () => {
    db = await openScratchDatabase({ initModels });
    await migrate(db, silent);
  });

  after(() => db.close());

  const tenantModels = () => Object.values(db.sequelize.models).filter((model) => 'projectId' in model.getAttributes());

  it('guards the queries of every model with a project', async () => {
    assert.ok(tenantModels().length > 0);
    for (const model of tenantModels()) {
      for (const query of [() => model.findAll(), () => model.count(), () => model.destroy({ where: {} })])
        await assert.rejects(query, /names no project/, model.name);
    }
  });

  it('guards raw statements on every table of a tenant', async () => {
    for (const model of tenantModels()) {
      const table = String(model.getTableName());
      await assert.rejects(selectRows(db, `SELECT * FROM ${table}`), /names no project_id/, table);
      await assert.rejects(execute(db, `DELETE FROM ${table}`), /names no project_id/, table);
    }
  });

  it('knows every table with a project', async () => {
    const schema = db.sequelize.getQueryInterface();
    const unknown: string[] = [];
    for (const table of await schema.showAllTables()) {
      const columns = await schema.describeTable(table);
      const isKnown = db.tenantTables.has(table) || WITHOUT_MODEL.includes(table) || REACHED_BY_GUARD.includes(table);
      if ('project_id' in columns && !isKnown) unknown.push(table);
    }
    assert.deepEqual(unknown, []);
  });
});
