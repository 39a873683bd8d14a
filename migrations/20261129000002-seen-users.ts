import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, asciiKey, textKey } from './lib/steps.ts';

/** The last known attributes of each user of an app. A server of the release before writes rows without them. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'analytics_users', {
    installation_id: { type: textKey(queryInterface, 128) },
    platform: { type: asciiKey(queryInterface, 16) },
    app_version: { type: textKey(queryInterface, 64) },
    country: { type: textKey(queryInterface, 64) },
    language: { type: textKey(queryInterface, 64) },
    first_seen_ms: { type: DataTypes.BIGINT },
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of ['first_seen_ms', 'language', 'country', 'app_version', 'platform', 'installation_id']) {
    await queryInterface.sequelize.query(`ALTER TABLE analytics_users DROP COLUMN ${column}`);
  }
}
