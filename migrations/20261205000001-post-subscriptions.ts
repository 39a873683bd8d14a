import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, timestamp } from './lib/steps.ts';

const TABLE = 'post_subscriptions';

/**
 * The posts that a user follows by a comment or by choice, and those that a user no longer follows or gets mails about. Authors and voters
 * follow a post without a row. Comments of earlier releases add no rows, so that no one gets mails that this person did not get before.
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, TABLE, {
    post_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    user_id: { type: asciiKey(queryInterface, 48), allowNull: false, primaryKey: true },
    project_id: { type: DataTypes.INTEGER, allowNull: false },
    is_subscribed: { type: DataTypes.BOOLEAN },
    is_mailed: { type: DataTypes.BOOLEAN, allowNull: false, defaultValue: true },
    created_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, TABLE, ['project_id', 'user_id', 'post_id'], { name: 'post_subscriptions_user' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}
