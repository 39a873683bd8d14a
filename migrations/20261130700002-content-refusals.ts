import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

const TABLE = 'content_refusals';
const KEPT_MS = 30 * 24 * 3_600_000;

/**
 * Remembers what moderators refused and reports hid, so that it waits when its author posts it again. Reviews that are rejected already
 * count. A server of the release before adds no rows.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, TABLE, {
    id: id(),
    project_id: { type: DataTypes.INTEGER, allowNull: false },
    user_id: { type: asciiKey(queryInterface, 48), allowNull: false },
    attempt: { type: asciiKey(queryInterface, 80), allowNull: false },
    case_id: { type: DataTypes.INTEGER },
    refused_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, TABLE, ['project_id', 'user_id', 'attempt'], { name: 'content_refusals_attempt', unique: true });
  await addIndexOnce(queryInterface, TABLE, ['project_id', 'case_id'], { name: 'content_refusals_case' });
  await addIndexOnce(queryInterface, TABLE, ['refused_at'], { name: 'content_refusals_time' });
  await takeOver(queryInterface);
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}

async function takeOver({ sequelize }: QueryInterface): Promise<void> {
  const isMySql = sequelize.getDialect() === 'mysql';
  const attempt = isMySql ? "CONCAT('review:', item_type, ':', item_id)" : "'review:' || item_type || ':' || item_id";
  await sequelize.query(
    `INSERT ${isMySql ? 'IGNORE' : 'OR IGNORE'} INTO ${TABLE} (project_id, user_id, attempt, refused_at)
     SELECT project_id, user_id, ${attempt}, MAX(updated_at) FROM reviews
     WHERE status = 'rejected' AND source = 'authenticated' AND updated_at > :since GROUP BY project_id, user_id, item_type, item_id`,
    { replacements: { since: new Date(Date.now() - KEPT_MS) } },
  );
}
