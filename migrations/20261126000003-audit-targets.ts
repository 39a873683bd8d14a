import type { QueryInterface } from 'sequelize';
import { addIndexOnce } from './lib/steps.ts';

/** The acts on one target, such as a flag, are found without a read of the whole log. */
export async function up(queryInterface: QueryInterface): Promise<void> {
  await addIndexOnce(queryInterface, 'audit_log', ['target', 'id'], { name: 'audit_log_target' });
}

export async function down(queryInterface: QueryInterface): Promise<void> {
  await queryInterface.removeIndex('audit_log', 'audit_log_target');
}
