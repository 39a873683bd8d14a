import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, id, longText, timestamp } from './lib/steps.ts';

const number = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
const project = { type: DataTypes.INTEGER, allowNull: false };

/** The indexes by table, each with its columns after `project_id`. */
const INDEXES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  reviews: { reviews_time: ['created_at'] },
  posts: { posts_time: ['created_at'], posts_moderation: ['moderation', 'id'] },
  comments: {
    comments_newest: ['is_deleted', 'id'],
    comments_time: ['created_at'],
    comments_type_newest: ['entity_type', 'is_deleted', 'id'],
    comments_moderation: ['moderation', 'is_deleted', 'id'],
    comments_type_moderation: ['entity_type', 'moderation', 'is_deleted', 'id'],
    comments_author: ['user_id', 'entity_type', 'entity_id', 'id'],
  },
};

/**
 * Posts and comments get a moderation state, and there are reports, the cases that they belong to, and blocks. Each new column has a
 * default, so that a server of the release before goes on.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const state = { type: asciiKey(queryInterface, 16), allowNull: false, defaultValue: 'visible' };
  await addColumnOnce(queryInterface, 'posts', { moderation: state });
  await addColumnOnce(queryInterface, 'comments', {
    moderation: state,
    is_absent: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    absent_children: number,
    search_key: { type: longText(queryInterface) },
  });
  await addColumnOnce(queryInterface, 'comment_threads', { pending: number, hidden: number, removed: number });
  for (const [table, indexes] of Object.entries(INDEXES))
    for (const [name, columns] of Object.entries(indexes)) await addIndexOnce(queryInterface, table, ['project_id', ...columns], { name });
  await createReports(queryInterface);
  await createBlocks(queryInterface);
  await countComments(queryInterface);
}

async function createReports(queryInterface: QueryInterface): Promise<void> {
  const at = { type: timestamp(queryInterface), allowNull: false };
  const word = { type: asciiKey(queryInterface, 16), allowNull: false };
  const target = { project_id: project, entity_type: word, entity_id: { type: DataTypes.INTEGER, allowNull: false } };
  const key = ['project_id', 'entity_type', 'entity_id'];

  await createTable(queryInterface, 'report_cases', {
    id: id(),
    ...target,
    state: word,
    count: number,
    spam: number,
    abuse: number,
    off_topic: number,
    personal_data: number,
    other: number,
    is_dismissed_once: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    is_hidden: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    first_at: at,
    last_at: at,
  });
  await addIndexOnce(queryInterface, 'report_cases', key, { name: 'report_cases_entity', unique: true });
  await addIndexOnce(queryInterface, 'report_cases', ['project_id', 'state', 'id'], { name: 'report_cases_state' });

  await createTable(queryInterface, 'content_reports', {
    id: id(),
    ...target,
    user_id: { type: asciiKey(queryInterface, 48), allowNull: false },
    reason: word,
    note: { type: DataTypes.STRING(500) },
    created_at: at,
  });
  await addIndexOnce(queryInterface, 'content_reports', [...key, 'user_id'], { name: 'content_reports_user', unique: true });
  await addIndexOnce(queryInterface, 'content_reports', ['project_id', 'user_id'], { name: 'content_reports_author' });
}

async function createBlocks(queryInterface: QueryInterface): Promise<void> {
  const author = { type: asciiKey(queryInterface, 48), allowNull: false };
  await createTable(queryInterface, 'author_blocks', {
    id: id(),
    project_id: project,
    user_id: author,
    author_id: author,
    created_at: { type: timestamp(queryInterface), allowNull: false },
  });
  const pair = ['project_id', 'user_id', 'author_id'];
  await addIndexOnce(queryInterface, 'author_blocks', pair, { name: 'author_blocks_pair', unique: true });
  await addIndexOnce(queryInterface, 'author_blocks', ['project_id', 'user_id', 'id'], { name: 'author_blocks_newest' });
}

/** The counters of comments by state and type. The sums of the threads exist already, so no comment is read. */
async function countComments({ sequelize }: QueryInterface): Promise<void> {
  const isMySql = sequelize.getDialect() === 'mysql';
  const name = isMySql ? "CONCAT('comment_states:visible:', entity_type)" : "'comment_states:visible:' || entity_type";
  await sequelize.query(
    `INSERT ${isMySql ? 'IGNORE' : 'OR IGNORE'} INTO feedback_counts (project_id, name, slot, total)
     SELECT project_id, ${name}, 0, SUM(live) FROM comment_threads GROUP BY project_id, entity_type`,
  );
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  const { sequelize } = queryInterface;
  await sequelize.query(
    "DELETE FROM feedback_counts WHERE name LIKE 'comment!_states:%' ESCAPE '!' OR name LIKE 'posts!_hidden:%' ESCAPE '!'",
  );
  for (const table of ['author_blocks', 'content_reports', 'report_cases']) await queryInterface.dropTable(table);
  for (const [table, indexes] of Object.entries(INDEXES))
    for (const name of Object.keys(indexes)) await queryInterface.removeIndex(table, name);
  await dropColumns(queryInterface, 'comment_threads', ['removed', 'hidden', 'pending']);
  await dropColumns(queryInterface, 'comments', ['search_key', 'absent_children', 'is_absent', 'moderation']);
  await dropColumns(queryInterface, 'posts', ['moderation']);
}

/** Not `removeColumn`: on SQLite that copies the table, and the copy loses every index. */
async function dropColumns({ sequelize }: QueryInterface, table: string, columns: readonly string[]): Promise<void> {
  for (const column of columns) await sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
}
