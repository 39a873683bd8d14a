import assert from 'node:assert/strict';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AnalyticsEvent } from '../../models/apps/AnalyticsEvent.ts';
import { until } from '../support/programs/process.ts';
import { type FaultyServer, startFaultyServer } from './support.ts';

const CLIENT = path.join(import.meta.dirname, '../../client');
const PROGRAM = path.join(import.meta.dirname, 'killed-app.mjs');
const KILLS = 100;
/** So many processes wait ready, because a start takes longer than the life that is tried. */
const AHEAD = 4;

describe('an app that is killed', () => {
  let place: FaultyServer;
  let folder: string;
  const apps = new Set<ChildProcess>();

  before(async () => {
    execFileSync(process.execPath, [path.join(CLIENT, 'build.mjs')], { stdio: 'pipe' });
    place = await startFaultyServer();
    folder = mkdtempSync(path.join(tmpdir(), 'diwan-killed-'));
  });
  after(async () => {
    for (const app of apps) app.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    await place.close();
  });

  /** Resolves when the app waits for its events. */
  async function startApp(): Promise<ChildProcess> {
    const args = [PROGRAM, path.join(CLIENT, 'dist/index.js'), place.url, place.app, path.join(folder, 'storage.json')];
    const app = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    apps.add(app);
    await hears(app, 'ready');
    return app;
  }

  async function hears(app: ChildProcess, word: string): Promise<void> {
    const [said] = await once(app.stdout ?? app, 'data');
    assert.equal(String(said).trim(), word);
  }

  async function kill(app: ChildProcess): Promise<void> {
    const exited = once(app, 'exit');
    app.kill('SIGKILL');
    await exited;
    apps.delete(app);
  }

  /** Looks as often as it can: the next step of the app is near. */
  async function reached(step: () => boolean = () => true): Promise<void> {
    while (!step()) await sleep(1);
  }

  /** Whether the storage of the app has events. */
  const hasEvents = (): boolean => readFileSync(path.join(folder, 'storage.json'), 'utf8').includes('eventId');
  const arrived = (): Promise<AnalyticsEvent[]> => place.server.db.model(AnalyticsEvent).findAll({ where: { eventType: 'killed' } });

  it('loses no event and sends none twice in 100 lives', async () => {
    const lives = { kept: 0, sent: 0 };
    const steps = [() => true, () => place.count(/batch$/) > 0, () => place.count(/batch$/, 200) > 0, () => !hasEvents()];
    const waiting = Array.from({ length: AHEAD }, startApp);
    for (let life = 0; life < KILLS; life += 1) {
      const app = await waiting.shift();
      assert.ok(app !== undefined);
      if (life + AHEAD <= KILLS) waiting.push(startApp());
      place.forget();
      app.stdin?.write(`${life}\n`);
      await hears(app, 'tracked');
      await reached(steps[life % steps.length]);
      await kill(app);
      if (hasEvents()) lives.kept += 1;
      else lives.sent += 1;
    }
    const last = await waiting.shift();
    last?.stdin?.write(`${KILLS}\n`);
    await until(async () => (await arrived()).length > KILLS);
    const stored = (await arrived()).map(({ eventData }) => JSON.parse(eventData ?? 'null').life);
    assert.deepEqual([stored.length, new Set(stored).size], [KILLS + 1, KILLS + 1]);
    assert.ok(lives.kept >= KILLS / 4 && lives.sent >= KILLS / 4, `ended before the answer and after it: ${JSON.stringify(lives)}`);
  });
});
