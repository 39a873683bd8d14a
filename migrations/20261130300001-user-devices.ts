import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, timestamp } from './lib/steps.ts';

/**
 * The devices that users have signed in from, and the codes and cooldowns that count for them apart from those of strangers. The wrong
 * tries of a code at the deletion and the restoring of accounts count apart too. A server of the release before knows none of it.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const number = { type: DataTypes.INTEGER, allowNull: false };
  const tries = { ...number, defaultValue: 0 };
  const keyPart = (length: number) => ({ type: asciiKey(queryInterface, length), allowNull: false, primaryKey: true });
  const project = { type: DataTypes.INTEGER, allowNull: false, primaryKey: true };

  await createTable(queryInterface, 'user_devices', {
    token_hash: keyPart(64),
    project_id: number,
    user_id: { type: asciiKey(queryInterface, 36), allowNull: false },
    last_used_at: { type: timestamp(queryInterface) },
    expires_at: at,
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'user_devices', ['user_id'], { name: 'user_devices_user' });
  await addIndexOnce(queryInterface, 'user_devices', ['expires_at'], { name: 'user_devices_expires' });

  await createTable(queryInterface, 'device_codes', {
    project_id: project,
    phone: keyPart(16),
    purpose: keyPart(16),
    digest: { type: asciiKey(queryInterface, 64), allowNull: false },
    wrong_tries: number,
    account_tries: tries,
    used_by: { type: asciiKey(queryInterface, 36) },
    expires_at: at,
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'device_codes', ['phone', 'purpose', 'expires_at'], { name: 'device_codes_phone' });
  await addIndexOnce(queryInterface, 'device_codes', ['expires_at'], { name: 'device_codes_expires' });

  await addColumnOnce(queryInterface, 'otp_codes', { account_tries: tries });
  await createTable(queryInterface, 'device_sends', { project_id: project, phone: keyPart(16), sends: number, last_sent_at: at });
  await addIndexOnce(queryInterface, 'device_sends', ['last_sent_at'], { name: 'device_sends_last' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  await queryInterface.sequelize.query('ALTER TABLE otp_codes DROP COLUMN account_tries');
  for (const table of ['device_sends', 'device_codes', 'user_devices']) await queryInterface.dropTable(table);
}
