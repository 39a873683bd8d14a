// Raw SQL: one statement reads the rows of all events, whatever their projects are.
import type { Database } from '../db/database.ts';
import { asDate, selectRows } from '../db/statements/sql.ts';
import { acrossProjects } from '../db/tenancy/with-tenant.ts';
import type { EventReader, EventReference, EventSource, EventTexts, OutgoingEvent, TextReaders } from './event.ts';
import { dataOf } from './event-data.ts';
import { EVENT_TYPES, typeOfAction } from './types.ts';

interface Row {
  readonly id: number | string;
  readonly type: string;
  readonly projectId: number | null;
  readonly actor: string;
  readonly subject: string;
  readonly target: string | null;
  /** JSON. */
  readonly details: string;
  readonly revision: number | string | null;
  readonly createdAt: Date | string;
}

const SELECT: Readonly<Record<EventSource, string>> = {
  audit: `SELECT id, action AS type, project_id AS projectId, actor, subject, target, details, revision, created_at AS createdAt
    FROM audit_log WHERE id IN (:ids)`,
  event: `SELECT id, type, project_id AS projectId, actor, subject, NULL AS target, data AS details, revision, created_at AS createdAt
    FROM outgoing_events WHERE id IN (:ids)`,
};

/** The `EventReader` of the server. */
export const readEvents: EventReader = async (db, references) => {
  const rows = { audit: await readRows(db, 'audit', references), event: await readRows(db, 'event', references) };
  const events = references.flatMap(({ eventId, source, sourceId }) => {
    const row = rows[source].get(sourceId);
    return row === undefined ? [] : [[eventId, eventOf(eventId, row)] as const];
  });
  return new Map(events);
};

/** The texts for a webhook with `content`; null for an event whose type has none. */
export async function readTexts(db: Database, event: OutgoingEvent, readers: TextReaders): Promise<EventTexts | null> {
  const names = EVENT_TYPES[event.type]?.texts ?? [];
  if (names.length === 0) return null;
  const [kind = ''] = event.subject.split(':');
  const found = (await readers[kind]?.(db, event)) ?? {};
  const maxBytes = Math.floor(MAX_TEXT_BYTES / names.length);
  return Object.fromEntries(names.map((name) => [name, shortened(found[name] ?? null, maxBytes)]));
}

async function readRows(db: Database, source: EventSource, references: readonly EventReference[]): Promise<ReadonlyMap<number, Row>> {
  const ids = references.flatMap((one) => (one.source === source ? [one.sourceId] : []));
  if (ids.length === 0) return new Map();
  // waits for a transaction that still changes the event of the running minute
  const lock = source === 'event' && db.isMySql ? ' LOCK IN SHARE MODE' : '';
  const rows = await selectRows<Row>(acrossProjects(db), `${SELECT[source]}${lock}`, { ids });
  return new Map(rows.map((row) => [Number(row.id), row]));
}

function eventOf(id: string, row: Row): OutgoingEvent | null {
  const type = typeOfAction(row.type);
  if (type === null) return null;
  const { projectId, actor, target, revision } = row;
  const isReport = target?.startsWith('report:') === true;
  const named = isReport ? entityOf(row.subject) : partOf(target ?? '');
  return {
    id,
    type,
    timestamp: asDate(row.createdAt).toISOString(),
    projectId,
    subject: namedSubject(isReport ? target : row.subject, projectId),
    revision: revision === null ? null : Number(revision),
    actor,
    data: dataOf(type, { ...named, ...JSON.parse(row.details) }),
  };
}

const NUMBERED = { version: 'versionId', maintenance: 'maintenanceId' } as const;
const KEYED = { flag: 'flagKey', segment: 'segmentKey' } as const;

/** The target of an audit row as an id: `version:12` is `{versionId: 12}`. */
function partOf(target: string): Record<string, unknown> {
  const [kind = '', id = ''] = target.split(/:(.*)/s);
  if (kind === 'version' || kind === 'maintenance') return { [NUMBERED[kind]]: Number(id) };
  return kind === 'flag' || kind === 'segment' ? { [KEYED[kind]]: id } : {};
}

/** The content that reports are about: the subject of their audit row. */
function entityOf(subject: string): Record<string, unknown> {
  const [entityType, entityId] = subject.split(':');
  return { entityType, entityId: Number(entityId) };
}

const SUBJECT = /^(review|comment|post|roadmap|changelog|report|user|app|operator|key|project|webhook):[\w.-]{1,64}$/;

/** Audit rows about a phone or an unknown username have a masked subject, which stays in the house. */
function namedSubject(subject: string, projectId: number | null): string {
  if (SUBJECT.test(subject)) return subject;
  return projectId === null ? 'platform' : `project:${projectId}`;
}

/** All texts of one event, so that it stays below 20 kB. */
const MAX_TEXT_BYTES = 12_000;

/** The longest beginning whose JSON has at most `maxBytes`, with a mark that some is missing. */
function shortened(text: string | null, maxBytes: number): string | null {
  if (text === null || Buffer.byteLength(JSON.stringify(text)) <= maxBytes) return text;
  let bytes = 0;
  let kept = '';
  for (const character of text) {
    bytes += Buffer.byteLength(JSON.stringify(character)) - 2;
    if (bytes > maxBytes - 8) break;
    kept += character;
  }
  return `${kept}…`;
}
