import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable, id, timestamp } from './lib/steps.ts';

const TABLE = 'code_messages';

/** The messages of providers that report what happened to them. A server of the release before adds no rows. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const word = (length: number) => ({ type: asciiKey(queryInterface, length), allowNull: false });
  await createTable(queryInterface, TABLE, {
    id: id('big'),
    project_id: { type: DataTypes.INTEGER, allowNull: false },
    phone: word(16),
    phone_digest: word(32),
    country: { type: asciiKey(queryInterface, 2) },
    purpose: word(16),
    provider: word(40),
    provider_id: word(190),
    state: word(9),
    holder: { type: asciiKey(queryInterface, 36) },
    sent_at: { type: timestamp(queryInterface), allowNull: false },
    changed_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, TABLE, ['provider', 'provider_id'], { name: 'code_messages_provider' });
  await addIndexOnce(queryInterface, TABLE, ['project_id', 'phone_digest', 'id'], { name: 'code_messages_phone' });
  await addIndexOnce(queryInterface, TABLE, ['holder', 'changed_at'], { name: 'code_messages_holder' });
  await addIndexOnce(queryInterface, TABLE, ['sent_at'], { name: 'code_messages_sent' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}
