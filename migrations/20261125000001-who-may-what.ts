import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey } from './lib/steps.ts';

/** The log is read from its newest row back, of one project or of all. */
const AUDIT_INDEXES: Readonly<Record<string, string[]>> = {
  audit_log_newest: ['project_id', 'id'],
  audit_log_actor: ['actor', 'id'],
  audit_log_action: ['action', 'id'],
  audit_log_everywhere: ['subject', 'id'],
};

/**
 * Apps and API keys belong to projects, operators may own all of them, and the audit log holds what it shows. Every column may be empty, so
 * that a server of the release before goes on: each start gives the apps without a project to the default one.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'apps', { project_id: { type: DataTypes.INTEGER } });
  await addIndexOnce(queryInterface, 'apps', ['project_id', 'slug'], { name: 'apps_project' });
  await addColumnOnce(queryInterface, 'api_keys', {
    project_id: { type: DataTypes.INTEGER },
    parent_id: { type: DataTypes.INTEGER },
  });
  await addIndexOnce(queryInterface, 'api_keys', ['parent_id'], { name: 'api_keys_parent' });
  await addColumnOnce(queryInterface, 'operators', {
    is_owner: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
  });
  await addColumnOnce(queryInterface, 'audit_log', {
    actor_name: { type: DataTypes.STRING(100) },
    target: { type: asciiKey(queryInterface, 190) },
    address: { type: asciiKey(queryInterface, 45) },
  });
  for (const [name, columns] of Object.entries(AUDIT_INDEXES)) await addIndexOnce(queryInterface, 'audit_log', columns, { name });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const name of Object.keys(AUDIT_INDEXES)) await queryInterface.removeIndex('audit_log', name);
  await dropColumns(queryInterface, 'audit_log', ['address', 'target', 'actor_name']);
  await dropColumns(queryInterface, 'operators', ['is_owner']);
  await queryInterface.removeIndex('api_keys', 'api_keys_parent');
  await dropColumns(queryInterface, 'api_keys', ['parent_id', 'project_id']);
  await queryInterface.removeIndex('apps', 'apps_project');
  await dropColumns(queryInterface, 'apps', ['project_id']);
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
async function dropColumns({ sequelize }: QueryInterface, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) await sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}
