import type { QueryInterface } from 'sequelize';
import { asciiKey } from './lib/steps.ts';

/** A key of all projects and apps has reached these areas until now. */
const OF_ALL = 'project_id IS NULL AND apps IS NULL';
const BEFORE = ['read', 'write', 'read,write'] as const;
const ADDED = 'feedback,users,audit';

/**
 * Feedback, users, the audit log and operators get scopes. Keys of all projects keep what they could do; others never get it by a
 * migration. Only keys that last manage operators from now on. A server of the release before goes on: it ignores the names that it does
 * not know.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await resize(queryInterface, 128);
  await set(queryInterface, 'read,write', `read,write,${ADDED},operators`, 'AND expires_at IS NULL');
  for (const scopes of BEFORE) await set(queryInterface, scopes, `${scopes},${ADDED}`);
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  const { sequelize } = queryInterface;
  // a key with none of the old scopes could do nothing; an empty text is read as no scope
  for (const name of ['feedback', 'users', 'audit', 'operators'])
    await sequelize.query(`UPDATE api_keys SET scopes = REPLACE(REPLACE(scopes, :inner, ''), :only, '') WHERE scopes LIKE :any`, {
      replacements: { inner: `,${name}`, only: name, any: `%${name}%` },
    });
  await sequelize.query("UPDATE api_keys SET scopes = SUBSTR(scopes, 2) WHERE scopes LIKE ',%'");
  await resize(queryInterface, 32);
}

function set({ sequelize }: QueryInterface, before: string, after: string, condition = ''): Promise<unknown> {
  return sequelize.query(`UPDATE api_keys SET scopes = :after WHERE scopes = :before AND ${OF_ALL} ${condition}`, {
    replacements: { before, after },
  });
}

/** SQLite does not limit the length, and would copy the table. */
async function resize(queryInterface: QueryInterface, length: number): Promise<void> {
  if (queryInterface.sequelize.getDialect() !== 'mysql') return;
  await queryInterface.changeColumn('api_keys', 'scopes', { type: asciiKey(queryInterface, length), allowNull: false });
}
