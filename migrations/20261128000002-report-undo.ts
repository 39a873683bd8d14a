import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce } from './lib/steps.ts';

/**
 * A decided case keeps what it was before the decision, so that a moderator can reopen it. A server of the release before ignores the
 * column.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'report_cases', { before_decision: { type: DataTypes.STRING(200) } });
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
export async function down({ sequelize }: QueryInterface): Promise<void> {
  await sequelize.query('ALTER TABLE report_cases DROP COLUMN before_decision');
}
