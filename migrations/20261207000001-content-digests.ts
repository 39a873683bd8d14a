import type { QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey } from './lib/steps.ts';

const TABLES = ['posts', 'reviews', 'comments'] as const;
const LENGTH = 22;

/** The digest of author and text, by which the same text of the same author is found. Older rows, and short texts, have none. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  for (const table of TABLES) {
    await addColumnOnce(queryInterface, table, { content_digest: { type: asciiKey(queryInterface, LENGTH) } });
    await addIndexOnce(queryInterface, table, ['project_id', 'content_digest'], { name: nameOf(table), unique: true });
  }
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of TABLES) {
    await queryInterface.removeIndex(table, nameOf(table));
    // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
    await queryInterface.sequelize.query(`ALTER TABLE ${table} DROP COLUMN content_digest`);
  }
}

function nameOf(table: string): string {
  return `${table}_content_digest`;
}
