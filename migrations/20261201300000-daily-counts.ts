import { DataTypes, type QueryInterface } from 'sequelize';
import { asciiKey, createTable } from './lib/steps.ts';

const COUNTERS = ['reviews', 'approved', 'stars', 'posts', 'votes', 'comments', 'registrations', 'sign_ins'];

/** Counts what was created in a project on each day. A server of the release before ignores it. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const counter = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
  await createTable(queryInterface, 'daily_counts', {
    project_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    day: { type: asciiKey(queryInterface, 10), allowNull: false, primaryKey: true },
    slot: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    ...Object.fromEntries(COUNTERS.map((name) => [name, counter])),
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable('daily_counts');
}
