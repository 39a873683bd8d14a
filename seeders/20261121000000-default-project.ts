import { type QueryInterface, QueryTypes } from 'sequelize';
import { dateText } from './lib/date-text.ts';
import { requireTable } from './lib/tables.ts';

/** The project of requests that name none. A server makes it too when it starts. */
const PROJECT = { id: 11, name: 'Default project' };

/** Makes the default project where no server has made it yet; one that is there is left as it is. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await requireTable(queryInterface, 'projects');
  const sql = 'SELECT id FROM projects WHERE id = :id';
  const found = await queryInterface.sequelize.query(sql, { type: QueryTypes.SELECT, replacements: PROJECT });
  if (found.length > 0) return;
  const now = dateText(queryInterface, new Date());
  await queryInterface.bulkInsert('projects', [{ ...PROJECT, is_active: true, settings: '{}', created_at: now, updated_at: now }]);
}

/** Leaves it: projects are never deleted, whatever is in this one is not the seeder's, and the next start would make it again. */
export async function down(): Promise<void> {}
