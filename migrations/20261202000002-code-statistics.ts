import { DataTypes, type QueryInterface } from 'sequelize';
import { addIndexOnce, asciiKey, createTable } from './lib/steps.ts';

const TABLE = 'code_statistics';
const COUNTERS = ['sent', 'tracked', 'delivered', 'failed', 'used', 'refused'];

/** Counts the codes of a project by hour, country and provider. A server of the release before counts none. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const counter = { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 };
  const word = (length: number) => ({ type: asciiKey(queryInterface, length), allowNull: false, primaryKey: true });
  await createTable(queryInterface, TABLE, {
    project_id: { type: DataTypes.INTEGER, allowNull: false, primaryKey: true },
    hour: word(13),
    country: word(2),
    provider: word(40),
    ...Object.fromEntries(COUNTERS.map((name) => [name, counter])),
  });
  await addIndexOnce(queryInterface, TABLE, ['hour'], { name: 'code_statistics_hour' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.dropTable(TABLE);
}
