import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { startRuntime } from '../../server/boot/runtime.ts';
import { readConfig } from '../../server/config/read-config.ts';
import { createLogger } from '../../server/platform/observe/logger.ts';
import type { NewEvent } from '../../server/services/apps/analytics/new-event.ts';
import { createApp } from '../../server/services/apps/apps.ts';
import { systemAct } from '../support/act.ts';
import { alternate, measure, startBaseline, startDiwan } from './machine.ts';
import { figure, promise, title } from './report.ts';
import { type Bench, call, prepareBench } from './setup.ts';
import { tabulate } from './table.ts';

const ROUNDS = 5;
const CLIENTS = 64;
const SHOP = { slug: 'shop', name: 'Shop', platform: 'both', packageName: 'com.example.shop', storeUrl: '' } as const;
const EVENT = {
  eventType: 'screen_view',
  userId: 'a7f0c1',
  installationId: 'b3',
  country: 'SA',
  language: 'ar',
  platform: 'android',
  appVersion: '1.4.2',
  eventData: { screen: 'home', ms: 120 },
};

/** The events that a client sends together after a time without network. */
const BATCH = 20;

/** Durable writes by 64 clients, compared with one INSERT per event through the ORM on the same MariaDB, which flushes at each commit. */
export async function benchEvents(): Promise<void> {
  const bench = await prepareBench();
  await overHttp(bench);
  await writePath(bench);
  await bench.stop();
}

/**
 * Over HTTP, Express, parsing and validation take most of the time of one event per request, so a route that only does these is the bound.
 * Clients with several events send them together.
 */
async function overHttp(bench: Bench): Promise<void> {
  const diwan = await startDiwan(bench.env);
  await call(diwan.url, bench.apiKey, { path: '/admin/apps', body: SHOP });
  const orm = await startBaseline('orm-insert', bench.databaseUrl);
  const checked = await startBaseline('parse-and-validate', 'plain');
  const guarded = await startBaseline('parse-and-validate', 'guarded');
  const post = { method: 'POST', body: JSON.stringify(EVENT), headers: { 'Content-Type': 'application/json' } };
  const postMany = { ...post, body: JSON.stringify({ events: new Array(BATCH).fill(EVENT) }) };
  const run =
    (url: string, options = {}) =>
    async () => {
      const { rate, failed } = await measure({ connections: CLIENTS, seconds: 4, url, ...options });
      if (failed > 0) throw new Error(`${url}: ${failed} requests failed`);
      return rate;
    };
  const runs = {
    together: run(`${diwan.url}/api/v1/apps/shop/analytics/batch`, postMany),
    diwan: run(`${diwan.url}/api/v1/apps/shop/analytics`, post),
    orm: run(`${orm.url}/events`, post),
    checked: run(`${checked.url}/events`, post),
    guarded: run(`${guarded.url}/events`, post),
  };
  await alternate(1, runs);
  const rates = await alternate(ROUNDS, runs);
  tabulate('event', rates, { diwan: 'diwan', others: { naive: 'orm' } });
  const { medians, ratio } = rates;
  title(`Event writes over HTTP, durable, ${CLIENTS} connections, medians of ${ROUNDS} alternating runs`);
  const { diwan: single = 0, together = 0, orm: one = 0, checked: nothing = 0, guarded: behindLimits = 0 } = medians;
  figure(`diwan, ${BATCH} events a request, events committed a second`, (together * BATCH).toFixed(0));
  figure('diwan, one event a request, events committed a second', single.toFixed(0));
  figure('one INSERT per request through the ORM, committed a second', one.toFixed(0));
  figure('Express that parses and validates only, replies a second', nothing.toFixed(0));
  figure('the same behind helmet and a rate limit, replies a second', behindLimits.toFixed(0));
  figure('diwan, one event a request / ORM', ratio('diwan', 'orm').toFixed(2));
  promise(`diwan, ${BATCH} events a request / one INSERT per request through the ORM`, ratio('together', 'orm') * BATCH, { atLeast: 5 });
  promise('diwan, one event a request / Express that parses and validates', ratio('diwan', 'checked'), { atLeast: 0.75 });
  figure('diwan, one event a request / the same behind helmet and a limit', ratio('diwan', 'guarded').toFixed(2));
  await Promise.all([diwan, orm, checked, guarded].map((served) => served.stop()));
}

/** The same without HTTP: 64 callers that each await their commit. Diwan also updates the counts of the dashboard. */
async function writePath({ env }: Bench): Promise<void> {
  const runtime = await startRuntime({ config: readConfig({ NODE_ENV: 'test', ...env }), log: createLogger('silent', false).log });
  await runtime.started;
  const { db, services } = runtime;
  const { apps } = services;
  const app = await createApp(apps, systemAct(), 11, { ...SHOP, slug: 'write-path' });
  const { medians, ratio } = await alternate(ROUNDS, {
    diwan: () => ratePerSecond(() => apps.events.queue.add(app.id, newEvent())),
    orm: () => ratePerSecond(() => db.model(AnalyticsEvent).create({ ...newEvent(), appId: app.id })),
  });
  title(`The write path alone, ${CLIENTS} callers, medians of ${ROUNDS} alternating runs`);
  for (const [name, value] of Object.entries(medians)) figure(`${name}, committed a second`, value.toFixed(0));
  figure('diwan / Model.create', ratio('diwan', 'orm').toFixed(2));
  await runtime.close({ drainMs: 0 });
}

function newEvent(): NewEvent {
  const now = new Date(Date.now());
  return { ...EVENT, eventData: JSON.stringify(EVENT.eventData), eventId: null, occurredAt: now, createdAt: now, releasedMs: null };
}

async function ratePerSecond(write: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + 3_000;
  let written = 0;
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await write();
      written += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: CLIENTS }, caller));
  return (written / (performance.now() - start)) * 1_000;
}
