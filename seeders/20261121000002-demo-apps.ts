import { type QueryInterface, QueryTypes, type Transaction } from 'sequelize';
import { DEMO_APPS, type DemoApp } from './lib/apps.ts';
import { DAY, seededRandom } from './lib/arrange.ts';
import { dateText } from './lib/date-text.ts';
import { DEMO_PROJECT } from './lib/demo.ts';
import { hourlyCounts, seenUsers } from './lib/event-counts.ts';
import { eventsOf, midnightBefore } from './lib/events.ts';
import { DEMO_FLAGS } from './lib/flags.ts';
import { DEMO_HABITS } from './lib/habits.ts';
import { requireTable, tablesWith } from './lib/tables.ts';

/** Writes rows in the transaction of a run. */
interface Writer {
  readonly now: Date;
  /** The demo project, or null where it was not seeded. */
  readonly projectId: number | null;
  insert(table: string, rows: readonly object[]): Promise<void>;
  idOf(slug: string): Promise<number>;
}

const ROWS_AT_ONCE = 1_000;
const MORNING = 7 * 3_600_000;

/**
 * Two apps of the demo's delivery service, with releases, flags, a past maintenance event and a month of events. They belong to the demo
 * project; without it the next start gives them to the default one. An existing demo app is not changed, even if it was used since.
 * @throws Error when another app has one of the slugs
 */
export async function up(queryInterface: QueryInterface): Promise<void> {
  const present = await presentApps(queryInterface);
  const now = new Date();
  await queryInterface.sequelize.transaction(async (transaction) => {
    const projectId = await demoProjectId(queryInterface, transaction);
    for (const app of DEMO_APPS) {
      if (present.has(app.slug)) console.log(`App ${app.slug} is there already: nothing was changed.`);
      else console.log(`App ${app.slug}: ${await seedApp(app, writerIn(queryInterface, { transaction, now, projectId }))}.`);
    }
  });
}

/**
 * Removes the apps with all of their rows, including those that users added.
 * @throws Error when another app has one of the slugs
 */
export async function down(queryInterface: QueryInterface): Promise<void> {
  const ids = [...(await presentApps(queryInterface)).values()];
  if (ids.length === 0) return;
  const tables = await tablesWith(queryInterface, 'app_id');
  await queryInterface.sequelize.transaction(async (transaction) => {
    for (const table of tables) await queryInterface.bulkDelete(table, { app_id: ids }, { transaction });
    await queryInterface.bulkDelete('apps', { id: ids }, { transaction });
  });
}

/** The ids of the existing demo apps, by slug. */
async function presentApps(queryInterface: QueryInterface): Promise<Map<string, number>> {
  await requireTable(queryInterface, 'apps');
  const found = await queryInterface.sequelize.query<{ id: number; slug: string; package_name: string }>(
    'SELECT id, slug, package_name FROM apps WHERE slug IN (:slugs)',
    { type: QueryTypes.SELECT, replacements: { slugs: DEMO_APPS.map(({ slug }) => slug) } },
  );
  for (const { slug, package_name: taken } of found) {
    const own = DEMO_APPS.find((app) => app.slug === slug)?.packageName;
    if (taken !== own) throw new Error(`App ${slug} is taken by ${taken}; the demo would be ${own}.`);
  }
  return new Map(found.map(({ id, slug }) => [slug, id]));
}

async function demoProjectId(queryInterface: QueryInterface, transaction: Transaction): Promise<number | null> {
  const options = { type: QueryTypes.SELECT, replacements: DEMO_PROJECT, transaction, plain: true } as const;
  const found = await queryInterface.sequelize.query<{ id: number }>('SELECT id FROM projects WHERE id = :id AND name = :name', options);
  return found?.id ?? null;
}

interface Run {
  readonly transaction: Transaction;
  readonly now: Date;
  readonly projectId: number | null;
}

function writerIn(queryInterface: QueryInterface, { transaction, now, projectId }: Run): Writer {
  const insert = async (table: string, rows: readonly object[]): Promise<void> => {
    for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) {
      const some = rows.slice(start, start + ROWS_AT_ONCE).map((row) => withDateTexts(queryInterface, row));
      await queryInterface.bulkInsert(table, some, { transaction });
    }
  };
  const idOf = async (slug: string): Promise<number> => {
    const options = { type: QueryTypes.SELECT, replacements: { slug }, transaction, plain: true } as const;
    return (await queryInterface.sequelize.query<{ id: number }>('SELECT id FROM apps WHERE slug = :slug', options))?.id ?? 0;
  };
  return { now, projectId, insert, idOf };
}

function withDateTexts(queryInterface: QueryInterface, row: object): object {
  const columns = Object.entries(row).map(([name, value]) => [name, value instanceof Date ? dateText(queryInterface, value) : value]);
  return Object.fromEntries(columns);
}

/** Describes what it created. */
async function seedApp(app: DemoApp, writer: Writer): Promise<string> {
  await insertApp(app, writer);
  const id = await writer.idOf(app.slug);
  await insertReleases(id, app, writer);
  const flags = await insertFlags(id, app, writer);
  await insertMaintenance(id, app, writer);
  const events = await insertEvents(id, app, writer);
  return `${app.releases.length} versions, ${flags} flags, ${events} events`;
}

function insertApp({ slug, name, platform, packageName, storeUrl, releases }: DemoApp, { now, projectId, insert }: Writer): Promise<void> {
  const current = releases.findLast(({ isActive = true, steps }) => isActive && steps === undefined);
  const row = {
    project_id: projectId,
    slug,
    name,
    platform,
    package_name: packageName,
    current_version: current?.name,
    current_version_code: current?.code,
    store_url: storeUrl,
    is_active: true,
    // higher than in an earlier run, so that a running server notices the new app
    revision: now.getTime(),
    created_at: morning(now, releases[0]?.daysAgo ?? 0),
    updated_at: morning(now, releases.at(-1)?.daysAgo ?? 0),
  };
  return insert('apps', [row]);
}

function insertReleases(id: number, { releases }: DemoApp, { now, insert }: Writer): Promise<void> {
  const rows = releases.map(({ name, code, daysAgo, changelog, minVersion = null, isForce = false, isActive = true, steps, notes }) => ({
    app_id: id,
    version_name: name,
    version_code: code,
    min_version: minVersion,
    is_force: isForce,
    changelog,
    is_active: isActive,
    rollout_percent: steps === undefined ? 100 : 0,
    steps:
      steps === undefined
        ? null
        : JSON.stringify(steps.map((step) => ({ at: morning(now, step.daysAgo).toISOString(), percent: step.percent }))),
    notes: notes === undefined ? null : JSON.stringify(notes),
    created_at: morning(now, daysAgo),
  }));
  return insert('app_versions', rows);
}

async function insertFlags(id: number, { slug }: DemoApp, { now, insert }: Writer): Promise<number> {
  const flags = DEMO_FLAGS[slug] ?? [];
  const rows = flags.map(({ key, isEnabled, description, config }, index) => ({
    app_id: id,
    flag_key: key,
    is_enabled: isEnabled,
    description,
    config: config === null ? null : JSON.stringify(config),
    created_at: morning(now, 160 - index * 12),
    updated_at: morning(now, 24 - index),
  }));
  await insert('feature_flags', rows);
  return rows.length;
}

function insertMaintenance(id: number, { maintenance }: DemoApp, { now, insert }: Writer): Promise<void> {
  const { daysAgo, minutes, messageEn, messageAr } = maintenance;
  // five in the morning in Riyadh
  const startedAt = new Date(midnightBefore(now) - daysAgo * DAY + 2 * 3_600_000);
  const endedAt = new Date(startedAt.getTime() + minutes * 60_000);
  const row = {
    app_id: id,
    is_active: false,
    message_en: messageEn,
    message_ar: messageAr,
    estimated_end: new Date(startedAt.getTime() + 2 * 3_600_000),
    ended_at: endedAt,
    active_app_id: null,
    created_at: startedAt,
    updated_at: endedAt,
  };
  return insert('maintenance_events', [row]);
}

/** Inserts the events and the counts that the dashboard reads; returns how many events. */
async function insertEvents(id: number, app: DemoApp, { now, insert }: Writer): Promise<number> {
  const habits = DEMO_HABITS[app.slug];
  if (habits === undefined) return 0;
  const events = eventsOf(app, habits, { random: seededRandom(habits.users), now });
  const rows = events.map(({ eventType, userId, platform, appVersion, details, occurredAt, createdAt }) => ({
    app_id: id,
    event_type: eventType,
    user_id: userId,
    platform,
    app_version: appVersion,
    event_data: details === null ? null : JSON.stringify(details),
    occurred_at: occurredAt,
    created_at: createdAt,
  }));
  await insert('analytics_events', rows);
  await insert(
    'analytics_counts',
    hourlyCounts(events).map((count) => ({ app_id: id, ...count })),
  );
  const users = [...seenUsers(events)].map(([userId, { firstMs, lastMs, platform, appVersion }]) => ({
    app_id: id,
    user_id: userId,
    first_seen_ms: firstMs,
    last_seen_ms: lastMs,
    platform,
    app_version: appVersion,
  }));
  await insert('analytics_users', users);
  return events.length;
}

/** Ten in the morning in Riyadh. */
function morning(now: Date, daysAgo: number): Date {
  return new Date(midnightBefore(now) - daysAgo * DAY + MORNING);
}
