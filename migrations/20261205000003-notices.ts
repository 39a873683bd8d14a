import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, timestamp } from './lib/steps.ts';

const OLDEST_CASE = 'report_cases_oldest';

/**
 * Acts of the server that wait for a mail to the team, when the last mail of each kind went out, and an index for the oldest open report of
 * all projects. A server of the release before adds no rows, and mails its acts itself.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  await createTable(queryInterface, 'notice_acts', {
    audit_id: { type: DataTypes.BIGINT, primaryKey: true, allowNull: false },
    created_at: at,
  });
  await createTable(queryInterface, 'notice_times', {
    project_id: { type: DataTypes.INTEGER, primaryKey: true, allowNull: false },
    kind: { type: asciiKey(queryInterface, 64), primaryKey: true, allowNull: false },
    mailed_at: at,
  });
  await addIndexOnce(queryInterface, 'report_cases', ['state', 'is_gone', 'open_since'], { name: OLDEST_CASE });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('report_cases', OLDEST_CASE);
  await queryInterface.dropTable('notice_times');
  await queryInterface.dropTable('notice_acts');
}
