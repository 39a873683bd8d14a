import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

const TABLE = 'sent_codes';

/** Which codes a phone was sent lately, and what happened to them. A server of the release before adds no rows. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const word = { type: asciiKey(queryInterface, 16), allowNull: false };
  await createTable(queryInterface, TABLE, {
    id: id('big'),
    project_id: { type: DataTypes.INTEGER, allowNull: false },
    phone: word,
    purpose: word,
    channel: { type: asciiKey(queryInterface, 16) },
    is_sent: { type: DataTypes.BOOLEAN, allowNull: false },
    sent_at: { type: timestamp(queryInterface), allowNull: false },
    used_at: { type: timestamp(queryInterface) },
  });
  await addIndexOnce(queryInterface, TABLE, ['project_id', 'phone', 'id'], { name: 'sent_codes_phone' });
  await addIndexOnce(queryInterface, TABLE, ['sent_at'], { name: 'sent_codes_sent' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}
