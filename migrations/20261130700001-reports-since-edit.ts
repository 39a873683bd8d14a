import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce } from './lib/steps.ts';

/** A case keeps how many reports are from before its dismissed record was edited. A server of the release before ignores the column. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'report_cases', {
    count_before_edit: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
  });
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
export async function down({ sequelize }: QueryInterface): Promise<void> {
  await sequelize.query('ALTER TABLE report_cases DROP COLUMN count_before_edit');
}
