import type { QueryInterface } from 'sequelize';
import { addColumnOnce, textKey } from './lib/steps.ts';

/**
 * Where the counts of builds contain each user of an app: hour, platform and version of the last event, and of the last crash. A server of
 * the release before moves users without them, so that the next server finds where they are still counted.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const place = { type: textKey(queryInterface, 100) };
  await addColumnOnce(queryInterface, 'analytics_users', { counted_build: place, counted_crash: place });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of ['counted_crash', 'counted_build']) {
    await queryInterface.sequelize.query(`ALTER TABLE analytics_users DROP COLUMN ${column}`);
  }
}
