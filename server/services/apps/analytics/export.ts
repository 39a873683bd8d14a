// Raw SQL: analytics_users has no model, and events are found by ranges of their ids.
import type { Database } from '../../../platform/db/database.ts';
import { scanRows } from '../../../platform/db/records/export-rows.ts';
import { asDate, selectRows } from '../../../platform/db/statements/sql.ts';
import { withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import type { ExportedPerson, ExportPart } from '../../../platform/export.ts';

/** The lists of what apps of the project have reported about a user: `events`, and `apps` with what each one knows of the user. */
export function eventExport(db: Database): { readonly events: ExportPart; readonly apps: ExportPart } {
  return {
    events: { key: 'events', pages: (person) => readEvents(db, person) },
    apps: { key: 'apps', pages: (person) => readApps(db, person) },
  };
}

/** Anyone may report as an app, with the id of any user: nothing proves that the person did it. */
const CLAIM = { source: 'app', proved: false } as const;
/** Strangers can report any number of events about a user. */
const MAX_EVENTS = 1_000;
/** The most characters of these events in JSON, in UTF-8. */
const MAX_BYTES = 1_000_000;

interface SeenUser {
  readonly firstSeenMs: number | string | null;
  readonly lastSeenMs: number | string;
  readonly crashedMs: number | string | null;
  readonly arrivedMs: number | string | null;
}

/** The key of `analytics_users` is looked up for each app. */
async function appsOf(db: Database, { projectId, userId }: ExportedPerson): Promise<object[]> {
  const rows = await selectRows<SeenUser>(
    withTenant(db, projectId),
    `SELECT slug AS app, installation_id AS installationId, analytics_users.platform AS platform, app_version AS appVersion, country, language,
     first_seen_ms AS firstSeenMs, last_seen_ms AS lastSeenMs, crashed_ms AS crashedMs, crashed_version AS crashedVersion,
     arrived_ms AS arrivedMs FROM apps
     JOIN analytics_users ON analytics_users.app_id = apps.id AND analytics_users.user_id = :userId
     WHERE apps.project_id = :projectId ORDER BY apps.id`,
    { userId },
  );
  return rows.map(({ firstSeenMs, lastSeenMs, crashedMs, arrivedMs, ...known }) => ({
    ...known,
    firstSeenAt: fromMs(firstSeenMs),
    lastSeenAt: fromMs(lastSeenMs),
    crashedAt: fromMs(crashedMs),
    arrivedAt: fromMs(arrivedMs),
    ...CLAIM,
  }));
}

function fromMs(time: number | string | null): Date | null {
  return time === null ? null : new Date(Number(time));
}

async function* readApps(db: Database, person: ExportedPerson): AsyncGenerator<readonly object[]> {
  yield await appsOf(db, person);
}

interface EventRow {
  readonly eventData: string | null;
  readonly occurredAt: Date | string;
  readonly createdAt: Date | string;
}

/** The newest events, as many as an export may hold. */
async function* readEvents(db: Database, person: ExportedPerson): AsyncGenerator<readonly object[]> {
  if ((await appsOf(db, person)).length === 0) return;
  const pages = scanRows<EventRow>(db, {
    table: 'analytics_events',
    columns: `apps.slug AS app, event_type AS eventType, analytics_events.platform AS platform, app_version AS appVersion,
      event_data AS eventData, event_id AS eventId, occurred_at AS occurredAt, analytics_events.created_at AS createdAt`,
    join: 'JOIN apps ON apps.id = analytics_events.app_id',
    condition: 'apps.project_id = :projectId AND user_id = :userId',
    projectId: person.projectId,
    values: { userId: person.userId },
    isNewestFirst: true,
  });
  let [count, bytes] = [0, 0];
  for await (const rows of pages) {
    const records = rows.map(eventRecord);
    const fitting = records.findIndex((record) => {
      count += 1;
      bytes += Buffer.byteLength(JSON.stringify(record)) + 1;
      return count > MAX_EVENTS || bytes > MAX_BYTES;
    });
    yield fitting === -1 ? records : records.slice(0, fitting);
    if (fitting !== -1) return;
  }
}

function eventRecord({ eventData, occurredAt, createdAt, ...event }: EventRow): object {
  return {
    ...event,
    eventData: eventData && JSON.parse(eventData),
    occurredAt: asDate(occurredAt),
    createdAt: asDate(createdAt),
    ...CLAIM,
  };
}
