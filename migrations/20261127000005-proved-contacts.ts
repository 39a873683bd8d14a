import type { QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, textKey } from './lib/steps.ts';

/**
 * Users prove their e-mail address and their next phone. Addresses that exist already are not proved. `email_key`, which is unique, remains
 * for a server of the release before; the release that reads `verified_email` only clears it.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'users', {
    verified_email: { type: textKey(queryInterface, 254) },
    new_phone: { type: asciiKey(queryInterface, 16) },
  });
  await addIndexOnce(queryInterface, 'users', ['project_id', 'verified_email'], { name: 'users_verified_email', unique: true });
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('users', 'users_verified_email');
  for (const column of ['new_phone', 'verified_email']) await queryInterface.sequelize.query(`ALTER TABLE users DROP COLUMN ${column}`);
}
