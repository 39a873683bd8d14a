import { DataTypes, type QueryInterface } from 'sequelize';
import { asciiKey, createTable, textKey, timestamp } from './lib/steps.ts';

const TABLE = 'operator_links';

/** Links by which operators set a password. A server of the release before ignores them. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const time = { type: timestamp(queryInterface), allowNull: false };
  await createTable(queryInterface, TABLE, {
    operator_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true, autoIncrement: false },
    kind: { type: asciiKey(queryInterface, 8), allowNull: false },
    nonce: { type: asciiKey(queryInterface, 32) },
    email: { type: textKey(queryInterface, 254), allowNull: false },
    expires_at: time,
    sends: { type: DataTypes.INTEGER, allowNull: false },
    sends_since: time,
  });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}
