import { type QueryInterface, QueryTypes } from 'sequelize';
import { dateText } from './lib/date-text.ts';
import { requireTable } from './lib/tables.ts';

/** The project of requests that name none. A server also creates it when it starts. */
const PROJECT = { id: 11, name: 'Default project' };

/** Creates the default project unless it exists. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await requireTable(queryInterface, 'projects');
  const sql = 'SELECT id FROM projects WHERE id = :id';
  const found = await queryInterface.sequelize.query(sql, { type: QueryTypes.SELECT, replacements: PROJECT });
  if (found.length > 0) return;
  const now = dateText(queryInterface, new Date());
  await queryInterface.bulkInsert('projects', [{ ...PROJECT, is_active: true, settings: '{}', created_at: now, updated_at: now }]);
}

/** Does nothing: its rows are not the seeder's, and the next start of a server would create it again. */
export async function down(): Promise<void> {}
