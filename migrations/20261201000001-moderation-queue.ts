import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, timestamp } from './lib/steps.ts';

/** The indexes by table, each with its columns after `project_id`. */
const INDEXES: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  reviews: { reviews_waiting: ['status', 'pending_since', 'id'] },
  posts: { posts_waiting: ['moderation', 'pending_since', 'id'] },
  comments: {
    comments_waiting: ['moderation', 'is_deleted', 'pending_since', 'id'],
    comments_author_moderation: ['user_id', 'moderation', 'id'],
  },
  report_cases: {
    report_cases_waiting: ['state', 'is_gone', 'entity_type', 'open_since', 'entity_id'],
    report_cases_author: ['author_id', 'id'],
  },
  // waits for other people on duty, in the same answer
  mail_outbox: { mail_outbox_project: ['state', 'created_at'] },
};

/** The table of each kind of record, and whether a row of it exists for its readers. */
const RECORDS = { review: ['reviews', '1 = 1'], post: ['posts', '1 = 1'], comment: ['comments', 'records.is_deleted = 0'] } as const;

/**
 * Since when each record waits for a moderator, and the author of what was reported, so that one list shows what waits longest and the past
 * of its author. The row of a server of the release before waits since 1970: it comes first.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const isMySql = queryInterface.sequelize.getDialect() === 'mysql';
  // in the form in which each engine stores times
  const never = isMySql ? '1970-01-01 00:00:00.000' : '1970-01-01 00:00:00.000 +00:00';
  const since = { type: timestamp(queryInterface), allowNull: false, defaultValue: never };
  for (const table of ['reviews', 'posts', 'comments']) await addColumnOnce(queryInterface, table, { pending_since: since });
  await addColumnOnce(queryInterface, 'report_cases', {
    open_since: since,
    is_gone: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: false },
    author_id: { type: asciiKey(queryInterface, 48) },
  });
  await fillIn(queryInterface);
  for (const [table, indexes] of Object.entries(INDEXES))
    for (const [name, columns] of Object.entries(indexes)) await addIndexOnce(queryInterface, table, ['project_id', ...columns], { name });
}

async function fillIn({ sequelize }: QueryInterface): Promise<void> {
  const isMySql = sequelize.getDialect() === 'mysql';
  for (const [table, column] of [
    ['reviews', 'status'],
    ['posts', 'moderation'],
    ['comments', 'moderation'],
  ] as const)
    await sequelize.query(`UPDATE ${table} SET pending_since = COALESCE(edited_at, created_at) WHERE ${column} = 'pending'`);
  await sequelize.query("UPDATE report_cases SET open_since = first_at WHERE state = 'open'");
  for (const [type, [table, exists]] of Object.entries(RECORDS)) {
    const record = `SELECT %s FROM ${table} records WHERE records.id = report_cases.entity_id AND records.project_id = report_cases.project_id`;
    const author = record.replace('%s', 'records.user_id');
    await sequelize.query(
      `UPDATE report_cases SET author_id = (${author} AND records.user_id NOT LIKE 'guest:%' AND records.user_id <> 'deleted')
       WHERE entity_type = '${type}'`,
    );
    await sequelize.query(
      `UPDATE report_cases SET is_gone = 1 WHERE entity_type = '${type}' AND NOT EXISTS (${record.replace('%s', '1')} AND ${exists})`,
    );
  }
  const name = isMySql ? "CONCAT('report_cases_gone:', state)" : "'report_cases_gone:' || state";
  await sequelize.query(
    `INSERT ${isMySql ? 'IGNORE' : 'OR IGNORE'} INTO feedback_counts (project_id, name, slot, total)
     SELECT project_id, ${name}, 0, COUNT(*) FROM report_cases WHERE is_gone = 1 AND count > 0 GROUP BY project_id, state`,
  );
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  const { sequelize } = queryInterface;
  await sequelize.query("DELETE FROM feedback_counts WHERE name LIKE 'report!_cases!_gone:%' ESCAPE '!'");
  for (const [table, indexes] of Object.entries(INDEXES))
    for (const name of Object.keys(indexes)) await queryInterface.removeIndex(table, name);
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of ['author_id', 'is_gone', 'open_since']) await sequelize.query(`ALTER TABLE report_cases DROP COLUMN ${column}`);
  for (const table of ['comments', 'posts', 'reviews']) await sequelize.query(`ALTER TABLE ${table} DROP COLUMN pending_since`);
}
