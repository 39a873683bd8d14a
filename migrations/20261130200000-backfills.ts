import { DataTypes, type QueryInterface } from 'sequelize';
import { asciiKey, createTable, timestamp } from './lib/steps.ts';

/** How far the background has rewritten the rows of older releases. A server of the release before ignores it. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, 'backfills', {
    name: { type: asciiKey(queryInterface, 64), allowNull: false, primaryKey: true },
    position: { type: asciiKey(queryInterface, 20), allowNull: false },
    passes: { type: DataTypes.INTEGER, allowNull: false },
    passed_at: { type: timestamp(queryInterface) },
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('backfills');
}
