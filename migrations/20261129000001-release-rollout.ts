import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, longText, timestamp } from './lib/steps.ts';

const COLUMNS = [
  'platform',
  'rollout_percent',
  'rollout_state',
  'steps',
  'halted_at',
  'force_after',
  'priority',
  'min_os_version',
  'notes',
  'remind_after_hours',
  'guard',
];
const OLD_INDEX = { name: 'app_versions_app_code', unique: true };
const INDEX = { name: 'app_versions_app_code_platform', unique: true };

/**
 * Releases get a platform, a rollout and an urgency. A server of the release before writes rows without them: a release for everybody.
 * Two platforms may now have the same code. The index on the code alone goes last, because the foreign key needs one of both.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'app_versions', {
    platform: { type: asciiKey(queryInterface, 16) },
    rollout_percent: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 100 },
    rollout_state: { type: asciiKey(queryInterface, 16), allowNull: false, defaultValue: 'active' },
    steps: { type: longText(queryInterface) },
    halted_at: { type: timestamp(queryInterface) },
    force_after: { type: timestamp(queryInterface) },
    priority: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 },
    min_os_version: { type: asciiKey(queryInterface, 64) },
    notes: { type: longText(queryInterface) },
    remind_after_hours: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 72 },
    guard: { type: longText(queryInterface) },
  });
  await addIndexOnce(queryInterface, 'app_versions', ['app_id', 'version_code', 'platform'], INDEX);
  await removeIndexOnce(queryInterface, OLD_INDEX.name);
}

/** Fails while two platforms have the same code, which a server of the release before cannot read. */
export async function down(queryInterface: QueryInterface): Promise<void> {
  await addIndexOnce(queryInterface, 'app_versions', ['app_id', 'version_code'], OLD_INDEX);
  await removeIndexOnce(queryInterface, INDEX.name);
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of COLUMNS.toReversed()) {
    await queryInterface.sequelize.query(`ALTER TABLE app_versions DROP COLUMN ${column}`);
  }
}

async function removeIndexOnce(queryInterface: QueryInterface, name: string): Promise<void> {
  const indexes = (await queryInterface.showIndex('app_versions')) as { name: string }[];
  if (indexes.some((index) => index.name === name)) await queryInterface.removeIndex('app_versions', name);
}
