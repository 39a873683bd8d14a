// Raw SQL: one statement queues the deliveries of all webhooks.
import { randomBytes } from 'node:crypto';
import type { Database } from '../db/database.ts';
import { ensureRows } from '../db/statements/sql.ts';
import { afterCommit } from '../db/transactions/transaction.ts';
import type { RecordedEvent } from './event.ts';
import { QUEUES } from './queues.ts';

/** A new id of an event. */
export function newEventId(): string {
  return `evt_${randomBytes(16).toString('base64url')}`;
}

/**
 * Queues events for each webhook that wants them, in the caller's transaction; they are sent soon after its commit. A delivery that is
 * queued already stays as it is. Without a wanting webhook it sends no statement.
 */
export async function deliverEvents(db: Database, events: readonly RecordedEvent[], now: Date): Promise<void> {
  const rows: Record<string, string | number | Date>[] = [];
  for (const { eventId, source, sourceId, type, projectId, dueAt = now } of events) {
    for (const webhookId of await db.subscriptions.wantedBy(type, projectId)) {
      const event = { webhook_id: webhookId, event_id: eventId, source, source_id: sourceId, type };
      rows.push({ ...event, state: 'waiting', queue: QUEUES.automatic, due_at: dueAt, created_at: now });
    }
  }
  if (rows.length === 0) return;
  await ensureRows(db, 'webhook_deliveries', ['webhook_id', 'event_id'], rows);
  afterCommit(db, () => db.subscriptions.reportDelivery());
}
