import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, textKey, timestamp } from './lib/steps.ts';

export async function up(queryInterface: QueryInterface): Promise<void> {
  const app = { type: DataTypes.INTEGER, allowNull: false, references: { model: 'apps', key: 'id' }, onDelete: 'RESTRICT' };
  const at = { type: timestamp(queryInterface), allowNull: false };

  await createTable(queryInterface, 'apps', {
    id: id(),
    slug: { type: asciiKey(queryInterface, 64), allowNull: false },
    name: { type: DataTypes.STRING(200), allowNull: false },
    platform: { type: asciiKey(queryInterface, 16), allowNull: false },
    package_name: { type: DataTypes.STRING(255), allowNull: false },
    current_version: { type: asciiKey(queryInterface, 64), allowNull: false },
    current_version_code: { type: DataTypes.BIGINT, allowNull: false },
    store_url: { type: DataTypes.STRING(2048), allowNull: false },
    is_active: { type: DataTypes.BOOLEAN, allowNull: false },
    revision: { type: DataTypes.BIGINT, allowNull: false },
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'apps', ['slug'], { name: 'apps_slug', unique: true });

  await createTable(queryInterface, 'app_versions', {
    id: id(),
    app_id: app,
    version_name: { type: asciiKey(queryInterface, 64), allowNull: false },
    version_code: { type: DataTypes.BIGINT, allowNull: false },
    min_version: { type: asciiKey(queryInterface, 64) },
    is_force: { type: DataTypes.BOOLEAN, allowNull: false },
    store_url: { type: DataTypes.STRING(2048) },
    changelog: { type: 'MEDIUMTEXT' },
    is_active: { type: DataTypes.BOOLEAN, allowNull: false },
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'app_versions', ['app_id', 'version_code'], { name: 'app_versions_app_code', unique: true });

  await createTable(queryInterface, 'maintenance_events', {
    id: id(),
    app_id: app,
    is_active: { type: DataTypes.BOOLEAN, allowNull: false },
    message_en: { type: DataTypes.TEXT },
    message_ar: { type: DataTypes.TEXT },
    estimated_end: { type: timestamp(queryInterface) },
    ended_at: { type: timestamp(queryInterface) },
    active_app_id: { type: DataTypes.INTEGER },
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'maintenance_events', ['app_id', 'id'], { name: 'maintenance_events_app' });
  await addIndexOnce(queryInterface, 'maintenance_events', ['active_app_id'], { name: 'maintenance_events_active', unique: true });

  await createTable(queryInterface, 'feature_flags', {
    id: id(),
    app_id: app,
    flag_key: { type: asciiKey(queryInterface, 100), allowNull: false },
    is_enabled: { type: DataTypes.BOOLEAN, allowNull: false },
    description: { type: DataTypes.TEXT },
    config: { type: 'MEDIUMTEXT' },
    created_at: at,
    updated_at: at,
  });
  await addIndexOnce(queryInterface, 'feature_flags', ['app_id', 'flag_key'], { name: 'feature_flags_app_key', unique: true });

  await createTable(queryInterface, 'analytics_events', {
    id: id('big'),
    app_id: app,
    event_type: { type: textKey(queryInterface, 100), allowNull: false },
    user_id: { type: textKey(queryInterface, 128) },
    platform: { type: asciiKey(queryInterface, 16) },
    app_version: { type: textKey(queryInterface, 64) },
    event_data: { type: 'MEDIUMTEXT' },
    event_id: { type: asciiKey(queryInterface, 36) },
    occurred_at: at,
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'analytics_events', ['app_id', 'occurred_at', 'id'], { name: 'analytics_events_app_time' });
  await addIndexOnce(queryInterface, 'analytics_events', ['app_id', 'event_id'], { name: 'analytics_events_app_event', unique: true });

  // hourly counts by kind: all, type, platform, version, and user (by the hour in which a user was last seen)
  await createTable(queryInterface, 'analytics_counts', {
    app_id: { ...app, primaryKey: true },
    kind: { type: asciiKey(queryInterface, 16), allowNull: false, primaryKey: true },
    hour: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    value: { type: textKey(queryInterface, 100), allowNull: false, primaryKey: true },
    n: { type: DataTypes.BIGINT, allowNull: false },
  });

  await createTable(queryInterface, 'analytics_users', {
    app_id: { ...app, primaryKey: true },
    user_id: { type: textKey(queryInterface, 128), allowNull: false, primaryKey: true },
    last_seen_ms: { type: DataTypes.BIGINT, allowNull: false },
  });
  await addIndexOnce(queryInterface, 'analytics_users', ['app_id', 'last_seen_ms'], { name: 'analytics_users_app_seen' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const table of [
    'analytics_users',
    'analytics_counts',
    'analytics_events',
    'feature_flags',
    'maintenance_events',
    'app_versions',
    'apps',
  ]) {
    await queryInterface.dropTable(table);
  }
}
