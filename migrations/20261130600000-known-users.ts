import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce } from './lib/steps.ts';

/**
 * When the server first heard of each user of an app, by its own clock, and whether the guard of a release counts the user. A server of the
 * release before writes rows without them.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'analytics_users', {
    arrived_ms: { type: DataTypes.BIGINT },
    is_known: { type: DataTypes.BOOLEAN },
    is_crash_known: { type: DataTypes.BOOLEAN },
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of ['is_crash_known', 'is_known', 'arrived_ms']) {
    await queryInterface.sequelize.query(`ALTER TABLE analytics_users DROP COLUMN ${column}`);
  }
}
