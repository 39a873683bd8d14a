import type { QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey } from './lib/steps.ts';

/**
 * The end of an erasure deletes once more what is stored about the phone, and the blocks of a user by others are found by an index. The
 * column may be empty, so that a server of the release before goes on.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'account_deletions', { phone: { type: asciiKey(queryInterface, 16) } });
  await addIndexOnce(queryInterface, 'author_blocks', ['project_id', 'author_id'], { name: 'author_blocks_author' });
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('author_blocks', 'author_blocks_author');
  await queryInterface.sequelize.query('ALTER TABLE account_deletions DROP COLUMN phone');
}
