import type { QueryInterface } from 'sequelize';
import { asciiKey } from './lib/steps.ts';

const NAME = 40;
const BEFORE = 16;

/** The names of providers may be longer than the names of channels. A server of the release before writes short ones. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await resize(queryInterface, NAME);
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.sequelize.query(`UPDATE sent_codes SET channel = SUBSTR(channel, 1, ${BEFORE}) WHERE LENGTH(channel) > ${BEFORE}`);
  await resize(queryInterface, BEFORE);
}

/** SQLite does not limit the length, and would copy the table. */
async function resize(queryInterface: QueryInterface, length: number): Promise<void> {
  if (queryInterface.sequelize.getDialect() !== 'mysql') return;
  await queryInterface.changeColumn('sent_codes', 'channel', { type: asciiKey(queryInterface, length) });
}
