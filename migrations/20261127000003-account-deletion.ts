import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, textKey, timestamp } from './lib/steps.ts';

/** The rows of a user are found by these, to export and to erase them. */
const OWNERS: Readonly<Record<string, readonly [table: string, columns: string[]]>> = {
  post_votes_user: ['post_votes', ['project_id', 'user_id', 'post_id']],
  mail_outbox_recipient: ['mail_outbox', ['recipient']],
  idempotency_keys_owner: ['idempotency_keys', ['owner_digest']],
};

/**
 * Accounts that are to be erased, and how far the erasure is. New columns may be empty, so that a server of the release before goes on: it
 * refuses users who wait for their erasure, because they are inactive.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const maybeAt = { type: timestamp(queryInterface) };

  await createTable(queryInterface, 'account_deletions', {
    user_id: { type: asciiKey(queryInterface, 36), allowNull: false, primaryKey: true },
    project_id: { type: DataTypes.INTEGER, allowNull: false },
    status_before: { type: asciiKey(queryInterface, 16), allowNull: false },
    email: { type: textKey(queryInterface, 254) },
    email_proved: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    step: { type: asciiKey(queryInterface, 32), allowNull: false },
    position: { type: asciiKey(queryInterface, 64), allowNull: false },
    lease: { type: asciiKey(queryInterface, 36) },
    begun_at: at,
    due_at: at,
  });
  await addIndexOnce(queryInterface, 'account_deletions', ['due_at'], { name: 'account_deletions_due' });
  await addColumnOnce(queryInterface, 'users', { deletion_due_at: maybeAt, deleted_at: maybeAt, exported_at: maybeAt });
  await addColumnOnce(queryInterface, 'idempotency_keys', { owner_digest: { type: asciiKey(queryInterface, 64) } });
  for (const [name, [table, columns]] of Object.entries(OWNERS)) await addIndexOnce(queryInterface, table, columns, { name });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const [name, [table]] of Object.entries(OWNERS)) await queryInterface.removeIndex(table, name);
  await dropColumns(queryInterface, 'idempotency_keys', ['owner_digest']);
  await dropColumns(queryInterface, 'users', ['exported_at', 'deleted_at', 'deletion_due_at']);
  await queryInterface.dropTable('account_deletions');
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
async function dropColumns({ sequelize }: QueryInterface, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) await sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}
