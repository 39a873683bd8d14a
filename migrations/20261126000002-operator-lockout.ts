import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, timestamp } from './lib/steps.ts';

/**
 * Wrong passwords of operators count by username and address, by username alone for an hour, and by known device. A server of the release
 * before goes on counting by username, in rows without an `account`.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const username = asciiKey(queryInterface, 64);

  await addColumnOnce(queryInterface, 'attempt_locks', { account: { type: username } });
  await addIndexOnce(queryInterface, 'attempt_locks', ['account'], { name: 'attempt_locks_account' });

  await createTable(queryInterface, 'operator_failures', {
    username_key: { type: username, allowNull: false, primaryKey: true },
    failures: { type: DataTypes.INTEGER, allowNull: false },
    started_at: at,
  });
  await addIndexOnce(queryInterface, 'operator_failures', ['started_at'], { name: 'operator_failures_started' });

  await createTable(queryInterface, 'operator_devices', {
    token_hash: { type: asciiKey(queryInterface, 64), allowNull: false, primaryKey: true },
    operator_id: { type: DataTypes.INTEGER, allowNull: false },
    username_key: { type: username, allowNull: false },
    last_used_at: { type: timestamp(queryInterface) },
    expires_at: at,
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'operator_devices', ['operator_id'], { name: 'operator_devices_operator' });
  await addIndexOnce(queryInterface, 'operator_devices', ['expires_at'], { name: 'operator_devices_expires' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('operator_devices');
  await queryInterface.dropTable('operator_failures');
  await queryInterface.removeIndex('attempt_locks', 'attempt_locks_account');
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  await queryInterface.sequelize.query('ALTER TABLE attempt_locks DROP COLUMN account');
}
