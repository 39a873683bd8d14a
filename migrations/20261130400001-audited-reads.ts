import { DataTypes, type QueryInterface } from 'sequelize';
import { asciiKey, createTable, timestamp } from './lib/steps.ts';

/** When the audit log last got a row that someone reads the users of a project. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, 'audited_reads', {
    project_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    reader: { type: asciiKey(queryInterface, 64), allowNull: false, primaryKey: true },
    read_at: { type: timestamp(queryInterface), allowNull: false },
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('audited_reads');
}
