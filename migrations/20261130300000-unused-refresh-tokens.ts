import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce } from './lib/steps.ts';

/**
 * The latest refresh token of a session while nothing proves that its client received it. A server of the release before neither reads nor
 * writes the column: a token that it issued differs from the column and so counts as used.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'sessions', { unused_generation: { type: DataTypes.INTEGER } });
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
export async function down({ sequelize }: QueryInterface): Promise<void> {
  await sequelize.query('ALTER TABLE sessions DROP COLUMN unused_generation');
}
