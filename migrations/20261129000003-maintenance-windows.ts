import type { QueryInterface } from 'sequelize';
import { addColumnOnce, addIndexOnce, asciiKey, longText, timestamp } from './lib/steps.ts';

/** Maintenance gets times and a scope. A server of the release before writes rows without them: a maintenance of everybody, from now on. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addColumnOnce(queryInterface, 'maintenance_events', {
    start_at: { type: timestamp(queryInterface) },
    end_at: { type: timestamp(queryInterface) },
    announce_from: { type: timestamp(queryInterface) },
    mode: { type: asciiKey(queryInterface, 16), allowNull: false, defaultValue: 'full' },
    platforms: { type: asciiKey(queryInterface, 64) },
    versions: { type: longText(queryInterface) },
    testers: { type: longText(queryInterface) },
  });
  await addIndexOnce(queryInterface, 'maintenance_events', ['app_id', 'ended_at'], { name: 'maintenance_events_open' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('maintenance_events', 'maintenance_events_open');
  // not `removeColumn`: on SQLite that copies the table, and the copy loses every index
  for (const column of ['testers', 'versions', 'platforms', 'mode', 'announce_from', 'end_at', 'start_at']) {
    await queryInterface.sequelize.query(`ALTER TABLE maintenance_events DROP COLUMN ${column}`);
  }
}
