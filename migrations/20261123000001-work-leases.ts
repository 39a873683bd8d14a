import type { QueryInterface } from 'sequelize';
import { asciiKey, createTable, timestamp } from './lib/steps.ts';

/** Work that one of all processes does at a time: when it is due, and the holder of its lease. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, 'work_leases', {
    name: { type: asciiKey(queryInterface, 64), allowNull: false, primaryKey: true },
    holder: { type: asciiKey(queryInterface, 36) },
    due_at: { type: timestamp(queryInterface), allowNull: false },
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('work_leases');
}
