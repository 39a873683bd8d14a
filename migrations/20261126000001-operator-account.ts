import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

/**
 * Sessions know their device, and operators have a second factor. Every column may be empty, so that a server of the release before goes on
 * writing.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const at = timestamp(queryInterface);
  await addColumnOnce(queryInterface, 'sessions', {
    device: { type: DataTypes.STRING(60) },
    address: { type: asciiKey(queryInterface, 45) },
  });
  await addColumnOnce(queryInterface, 'operators', {
    last_login_at: { type: at },
    totp_secret: { type: asciiKey(queryInterface, 190) },
    totp_enabled_at: { type: at },
    totp_last_step: { type: DataTypes.INTEGER },
  });
  await createTable(queryInterface, 'operator_recovery_codes', {
    id: id(),
    operator_id: { type: DataTypes.INTEGER, allowNull: false },
    digest: { type: asciiKey(queryInterface, 64), allowNull: false },
  });
  await addIndexOnce(queryInterface, 'operator_recovery_codes', ['operator_id', 'digest'], { name: 'operator_recovery', unique: true });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('operator_recovery_codes');
  await dropColumns(queryInterface, 'operators', ['totp_last_step', 'totp_enabled_at', 'totp_secret', 'last_login_at']);
  await dropColumns(queryInterface, 'sessions', ['address', 'device']);
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
async function dropColumns({ sequelize }: QueryInterface, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) await sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}
