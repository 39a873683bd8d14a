import assert from 'node:assert/strict';
import { initModels, TENANT_TABLES } from '../../models/index.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrations/migrate.ts';
import { execute, selectRows } from '../../server/platform/db/statements/sql.ts';
import { acrossProjects, withTenant } from '../../server/platform/db/tenancy/with-tenant.ts';
import { openScratchDatabase, silent } from '../support/databases/scratch-database.ts';

/** `requireReach` guards administration; public look-ups, and the sender of webhooks, know no project. */
const REACHED_BY_GUARD: readonly string[] = ['api_keys', 'apps', 'webhooks'];

describe('the tenancy of the models', () => {
  let db: Database;

  before(async () => {
    db = await openScratchDatabase({ initModels, tenantTables: TENANT_TABLES });
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

  it('refuses raw statements on the table of each model', async () => {
    for (const model of tenantModels()) {
      const table = String(model.getTableName());
      for (const target of [db, withTenant(db, 11)]) {
        await assert.rejects(selectRows(target, `SELECT * FROM ${table}`), /names no project_id/, table);
        await assert.rejects(execute(target, `DELETE FROM ${table}`), /names no project_id/, table);
      }
      const sql = `SELECT * FROM ${table} WHERE project_id = :projectId`;
      await assert.rejects(selectRows(db, sql, { projectId: 11 }), /use withTenant/, table);
      assert.deepEqual(await selectRows(withTenant(db, 11), sql), [], table);
    }
  });

  it('binds a raw statement to its tenant only', async () => {
    const audit = 'INSERT INTO audit_log (project_id, action, actor, subject, details, created_at) VALUES :rows';
    await execute(db, audit, { rows: [11, 12, null].map((id) => [id, 'tried', 'anonymous', `project:${id}`, '{}', new Date()]) });
    const sql = 'SELECT subject FROM audit_log WHERE project_id = :projectId';
    assert.deepEqual(await selectRows(withTenant(db, 12), sql, { projectId: 11 }), [{ subject: 'project:12' }]);
    assert.equal((await selectRows(acrossProjects(db), 'SELECT subject FROM audit_log')).length, 3);
  });

  it('knows every table with a project', async () => {
    const schema = db.sequelize.getQueryInterface();
    const unknown: string[] = [];
    for (const table of await schema.showAllTables()) {
      const columns = await schema.describeTable(table);
      const isKnown = db.tenantTables.has(table) || REACHED_BY_GUARD.includes(table);
      if ('project_id' in columns && !isKnown) unknown.push(table);
    }
    assert.deepEqual(unknown, []);
  });
});
