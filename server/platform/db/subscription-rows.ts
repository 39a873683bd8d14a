// Raw SQL: every process reads the active webhooks once a second.
import { QueryTypes } from 'sequelize';
import type { SubscriptionRow } from '../outgoing/subscriptions.ts';
import type { Statements } from './statements/statement.ts';

/** The active webhooks of all projects. */
export function readSubscriptions(statements: Statements): Promise<SubscriptionRow[]> {
  const sql = 'SELECT id, project_id AS projectId, events FROM webhooks WHERE is_active = :isActive ORDER BY id';
  return statements.run<QueryTypes.SELECT, SubscriptionRow>(QueryTypes.SELECT, { sql, values: { isActive: true }, projectId: null });
}
