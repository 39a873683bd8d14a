import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

const no = { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false } as const;

/** The inbox of users, and changelog entries that are announced once. An entry that is public already counts as announced. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createInbox(queryInterface);
  const at = { type: timestamp(queryInterface) };
  await addColumnOnce(queryInterface, 'changelog_entries', { is_announced: no, told_at: at });
  await addColumnOnce(queryInterface, 'changelog_posts', { completes: no });
  await addIndexOnce(queryInterface, 'changelog_entries', ['told_at', 'published_at'], { name: 'changelog_entries_due' });
  const announced = ['project_id', 'is_announced', 'told_at', 'id'];
  await addIndexOnce(queryInterface, 'changelog_entries', announced, { name: 'changelog_entries_announced' });
  await queryInterface.sequelize.query(
    'UPDATE changelog_entries SET told_at = published_at WHERE told_at IS NULL AND published_at <= :now',
    { replacements: { now: new Date(Date.now()) } },
  );
}

async function createInbox(queryInterface: QueryInterface): Promise<void> {
  const number = { type: DataTypes.INTEGER, allowNull: false };
  await createTable(queryInterface, 'inbox_items', {
    id: id('big'),
    project_id: number,
    user_id: { type: asciiKey(queryInterface, 48), allowNull: false },
    type: { type: asciiKey(queryInterface, 32), allowNull: false },
    entity_type: { type: asciiKey(queryInterface, 16), allowNull: false },
    entity_id: number,
    revision: { type: DataTypes.BIGINT, allowNull: false },
    data: { type: DataTypes.TEXT },
    created_at: { type: timestamp(queryInterface), allowNull: false },
    read_at: { type: timestamp(queryInterface) },
  });
  const once = ['project_id', 'user_id', 'type', 'entity_type', 'entity_id', 'revision'];
  await addIndexOnce(queryInterface, 'inbox_items', once, { name: 'inbox_items_once', unique: true });
  await addIndexOnce(queryInterface, 'inbox_items', ['project_id', 'user_id', 'created_at', 'id'], { name: 'inbox_items_list' });
  await addIndexOnce(queryInterface, 'inbox_items', ['project_id', 'user_id', 'read_at', 'created_at', 'id'], {
    name: 'inbox_items_unread',
  });
  await addIndexOnce(queryInterface, 'inbox_items', ['created_at'], { name: 'inbox_items_age' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('changelog_entries', 'changelog_entries_announced');
  await queryInterface.removeIndex('changelog_entries', 'changelog_entries_due');
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  await queryInterface.sequelize.query('ALTER TABLE changelog_posts DROP COLUMN completes');
  await queryInterface.sequelize.query('ALTER TABLE changelog_entries DROP COLUMN told_at');
  await queryInterface.sequelize.query('ALTER TABLE changelog_entries DROP COLUMN is_announced');
  await queryInterface.dropTable('inbox_items');
}
