import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, textKey, timestamp } from './lib/steps.ts';

/** The latest crash of each user of an app, and when the guard of a release acted. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'analytics_users', {
    crashed_ms: { type: DataTypes.BIGINT },
    crashed_version: { type: textKey(queryInterface, 64) },
  });
  await addColumnOnce(queryInterface, 'app_versions', { guard_acted_at: { type: timestamp(queryInterface) } });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  await queryInterface.sequelize.query('ALTER TABLE app_versions DROP COLUMN guard_acted_at');
  for (const column of ['crashed_version', 'crashed_ms']) {
    await queryInterface.sequelize.query(`ALTER TABLE analytics_users DROP COLUMN ${column}`);
  }
}
