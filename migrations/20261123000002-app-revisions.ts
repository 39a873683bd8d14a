import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, createTable } from './lib/steps.ts';

/**
 * Revisions become unique over all apps, so that a process finds the newest changes by an index. The one row of `app_revisions` holds the
 * newest revision; the first change adds it. Revisions of before stay: they are lower. A server of the release before goes on meanwhile.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, 'app_revisions', {
    id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    latest: { type: DataTypes.BIGINT, allowNull: false },
  });
  await addIndexOnce(queryInterface, 'apps', ['revision'], { name: 'apps_revision' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('apps', 'apps_revision');
  await queryInterface.dropTable('app_revisions');
}
