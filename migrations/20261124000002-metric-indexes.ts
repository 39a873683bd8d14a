import type { QueryInterface } from 'sequelize';
import { addIndexOnce } from './lib/steps.ts';

/** Indexes for what /metrics reads: the oldest mail that waits, and the counters of one name in all projects. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addIndexOnce(queryInterface, 'mail_outbox', ['state', 'created_at'], { name: 'mail_outbox_age' });
  await addIndexOnce(queryInterface, 'feedback_counts', ['name'], { name: 'feedback_counts_name' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('feedback_counts', 'feedback_counts_name');
  await queryInterface.removeIndex('mail_outbox', 'mail_outbox_age');
}
