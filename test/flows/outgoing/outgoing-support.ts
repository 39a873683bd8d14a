import assert from 'node:assert/strict';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Database } from '../../../server/platform/db/database.ts';
import { schemaOf } from '../../../server/platform/openapi/event-schema.ts';
import { bodyOf } from '../../../server/platform/outgoing/body.ts';
import type { OutgoingEvent, TextReaders } from '../../../server/platform/outgoing/event.ts';
import { readEvents, readTexts } from '../../../server/platform/outgoing/read-events.ts';
import { EVENT_TYPES } from '../../../server/platform/outgoing/types.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../../feedback/support.ts';

/** An active webhook of all projects that wants these types, all by default. Its receiver does not exist. */
export async function addWebhook(db: Database, events: readonly string[] = Object.keys(EVENT_TYPES)): Promise<void> {
  const now = new Date();
  await executeAcrossProjects(
    db,
    `INSERT INTO webhooks (project_id, url, events, format, language, content, is_active, secret, created_at, updated_at)
     VALUES (NULL, 'https://hooks.example/walk', :events, 'standard', 'en', :content, :isActive, '', :now, :now)`,
    { events: JSON.stringify(events), content: true, isActive: true, now },
  );
  await db.subscriptions.refresh();
}

/** All events that were queued, in the order of their deliveries. */
export async function queuedEvents(db: Database): Promise<OutgoingEvent[]> {
  const rows = await selectAcrossProjects<{ eventId: string; source: 'audit' | 'event'; sourceId: number | string }>(
    db,
    'SELECT event_id AS eventId, source, source_id AS sourceId FROM webhook_deliveries ORDER BY id',
  );
  const references = rows.map((row) => ({ ...row, sourceId: Number(row.sourceId) }));
  const events = await readEvents(db, references);
  return references.flatMap(({ eventId }) => events.get(eventId) ?? []);
}

/** The body for a webhook with `content`. */
export async function fullBodyOf(db: Database, event: OutgoingEvent, readers: TextReaders): Promise<string> {
  return bodyOf(event, await readTexts(db, event, readers));
}

/** Strict: nothing missing, nothing beyond. */
export function checkBody(body: string): void {
  const event: { type: string } = JSON.parse(body);
  const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
  const isValid = ajv.validate(schemaOf(event.type), event);
  assert.ok(isValid, `${ajv.errorsText()}: ${body}`);
  assert.ok(Buffer.byteLength(body) <= 20_000, event.type);
}

const TABLES: Readonly<Record<string, readonly [table: string, column: string]>> = {
  review: ['reviews', 'id'],
  comment: ['comments', 'id'],
  post: ['posts', 'id'],
  roadmap: ['roadmap_items', 'id'],
  changelog: ['changelog_entries', 'id'],
  report: ['report_cases', 'id'],
  user: ['users', 'id'],
  operator: ['operators', 'id'],
  key: ['api_keys', 'id'],
  project: ['projects', 'id'],
  app: ['apps', 'slug'],
};

/** The revision of a subject such as `review:12`; null when it has no row. */
export async function revisionOf(db: Database, subject: string): Promise<number | null> {
  const [kind = '', id = ''] = subject.split(/:(.*)/s);
  const [table, column] = TABLES[kind] ?? assert.fail(subject);
  const sql = `SELECT revision FROM ${table} WHERE ${column} = :id`;
  const [row] = await selectAcrossProjects<{ revision: number | string }>(db, sql, { id });
  return row === undefined ? null : Number(row.revision);
}
