import { DataTypes, type QueryInterface } from 'sequelize';
import { createTable } from './lib/steps.ts';

/** Numbers that processes count up to see how far a reader is behind. Without DATABASE_READER_URL the table stays empty. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, 'reader_heartbeats', {
    slot: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    beat: { type: DataTypes.BIGINT, allowNull: false },
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('reader_heartbeats');
}
