import { DataTypes, type QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, createTable, id, longText, textKey, timestamp } from './lib/steps.ts';

const TABLE = 'outgoing_events';

/** The tables whose rows count their writes. Everything of an app has the revision of the app. */
const COUNTED = [
  'reviews',
  'comments',
  'posts',
  'roadmap_items',
  'changelog_entries',
  'report_cases',
  'users',
  'operators',
  'api_keys',
  'projects',
] as const;

/** The events that the audit log does not have, and the revisions of all subjects. A server of the release before counts no writes. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await createTable(queryInterface, TABLE, {
    id: id('big'),
    project_id: { type: DataTypes.INTEGER },
    type: { type: asciiKey(queryInterface, 64), allowNull: false },
    subject: { type: textKey(queryInterface, 190), allowNull: false },
    revision: { type: DataTypes.BIGINT },
    actor: { type: asciiKey(queryInterface, 64), allowNull: false },
    data: { type: longText(queryInterface), allowNull: false },
    minute_key: { type: asciiKey(queryInterface, 64) },
    created_at: { type: timestamp(queryInterface), allowNull: false },
  });
  await addIndexOnce(queryInterface, TABLE, ['minute_key'], { name: 'outgoing_events_minute', unique: true });
  await addIndexOnce(queryInterface, TABLE, ['created_at'], { name: 'outgoing_events_created' });
  for (const table of COUNTED)
    await addColumnOnce(queryInterface, table, { revision: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 } });
  await addColumnOnce(queryInterface, 'audit_log', { revision: { type: DataTypes.BIGINT } });
  const time = { type: timestamp(queryInterface) };
  await addColumnOnce(queryInterface, 'maintenance_events', { start_recorded_at: time, end_recorded_at: time });
  await addIndexOnce(queryInterface, 'maintenance_events', ['start_recorded_at', 'start_at'], { name: 'maintenance_events_start' });
  await addIndexOnce(queryInterface, 'maintenance_events', ['end_recorded_at', 'end_at'], { name: 'maintenance_events_end' });
  await recordPast(queryInterface);
}

/** The steps that happened before are not reported. */
async function recordPast({ sequelize }: QueryInterface): Promise<void> {
  const now = new Date();
  const steps = {
    start_recorded_at: '(start_at IS NULL OR start_at <= :now OR ended_at IS NOT NULL)',
    end_recorded_at: '(ended_at IS NOT NULL OR end_at <= :now)',
  };
  for (const [mark, isPast] of Object.entries(steps)) {
    const sql = `UPDATE maintenance_events SET ${mark} = :now WHERE ${mark} IS NULL AND ${isPast}`;
    await sequelize.query(sql, { replacements: { now } });
  }
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  for (const name of ['maintenance_events_end', 'maintenance_events_start']) await queryInterface.removeIndex('maintenance_events', name);
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  const drop = (table: string, column: string) => queryInterface.sequelize.query(`ALTER TABLE ${table} DROP COLUMN ${column}`);
  for (const mark of ['end_recorded_at', 'start_recorded_at']) await drop('maintenance_events', mark);
  for (const table of ['audit_log', ...COUNTED]) await drop(table, 'revision');
  await queryInterface.dropTable(TABLE);
}
