import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, longText, timestamp } from './lib/steps.ts';

const TABLE = 'otp_guard';
const CODES = ['otp_codes', 'device_codes'];

/** Counts the codes that were sent and used, by project, country, prefix, network and phone. A server of the release before counts none. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, TABLE, {
    project_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    dimension: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    subject: { type: asciiKey(queryInterface, 32), allowNull: false, primaryKey: true },
    counts: { type: longText(queryInterface), allowNull: false },
    changed_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, TABLE, ['changed_at'], { name: 'otp_guard_changed' });
  for (const table of CODES) await addColumnOnce(queryInterface, table, { network: { type: asciiKey(queryInterface, 32) } });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of CODES) await queryInterface.removeColumn(table, 'network');
  await queryInterface.dropTable(TABLE);
}
