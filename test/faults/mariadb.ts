import { setTimeout as sleep } from 'node:timers/promises';
import { relaunch } from '../flows/support.ts';
import { type MariaDb, type MariaDbOptions, startMariaDb } from '../support/mariadb.ts';
import { until } from '../support/process.ts';
import type { Fault, FaultResult } from './fault.ts';
import type { Load } from './load.ts';
import { prepareScene, type Scene, underLoad } from './scene.ts';

const PER_SECOND = 40;
const FROZEN_MS = 30_000;
/** The deadline of a request, and the way to the client and back on a busy machine. */
const ANSWERED_MS = 2_600;
const KEY_FREE_MS = 6_000;
const IN_PROGRESS = '409 idempotency_in_progress';

type Note = (line: string) => void;

/** The things that a round can break and observe. */
export interface Round {
  readonly database: MariaDb;
  readonly scene: Scene;
  readonly load: Load;
  readonly number: number;
}

/** Runs `round` so many times on a durable MariaDB under load. */
export async function onMariaDb(
  count: number,
  round: (at: Round) => Promise<void>,
  { perSecond = PER_SECOND, server = { durable: true } }: { perSecond?: number; server?: MariaDbOptions } = {},
): Promise<FaultResult> {
  const database = await startMariaDb(server);
  try {
    const url = await database.createDatabase();
    const scene = await prepareScene(url);
    const rounds = async (load: Load): Promise<void> => {
      for (let number = 1; number <= count; number += 1) {
        await untilServed(load);
        load.lapGapMs();
        await round({ database, scene, load, number });
      }
      await untilServed(load);
    };
    const result = await underLoad(scene, { perSecond, nodes: [{ name: 'mariadb', url }], rounds });
    await scene.server.end();
    return result;
  } finally {
    await database.stop();
  }
}

/** Waits for a second of undisturbed writes. */
export async function untilServed(load: Load, patienceMs = 60_000): Promise<void> {
  const before = load.acknowledged();
  await until(() => load.acknowledged() > before + PER_SECOND, undefined, patienceMs);
}

const killed: Fault = {
  name: 'mariadb-killed',
  needs: ['mariadb'],
  rounds: 10,
  run: (count, note: Note) =>
    onMariaDb(count, async ({ database, load, number }) => {
      await database.kill();
      await sleep(1_000);
      await database.restart();
      await untilServed(load);
      note(`round ${number}: ${(load.lapGapMs() / 1000).toFixed(1)} s without a write`);
    }),
};

const frozen: Fault = {
  name: 'mariadb-frozen',
  needs: ['mariadb'],
  rounds: 1,
  bars: { slowestAnswerMs: ANSWERED_MS },
  run: (count, note: Note) =>
    onMariaDb(
      count,
      async ({ database, load, number }) => {
        database.freeze();
        await sleep(FROZEN_MS);
        database.thaw();
        await untilServed(load);
        note(`round ${number}: slowest answer ${load.slowestAnswerMs().toFixed(0)} ms`);
      },
      { perSecond: 20 },
    ),
};

const apiKilled: Fault = {
  name: 'api-killed',
  needs: ['mariadb'],
  rounds: 10,
  async run(count, note: Note) {
    let heldMs = 0;
    const result = await onMariaDb(count, async ({ scene, load, number }) => {
      await scene.server.end('SIGKILL');
      const killedAt = performance.now();
      const open = load.writes.filter(({ isRepeated, acknowledged }) => isRepeated && !acknowledged);
      scene.server = await relaunch(scene.server.env);
      await until(() => open.every(({ acknowledged }) => acknowledged), undefined, 60_000);
      const doneMs = performance.now() - killedAt;
      heldMs = Math.max(heldMs, load.lastRefusalAt(IN_PROGRESS) - killedAt);
      note(`round ${number}: ${open.length} open writes were done ${(doneMs / 1000).toFixed(1)} s after the kill`);
    });
    return {
      ...result,
      remarks: `${result.remarks}; keys held for at most ${(heldMs / 1000).toFixed(1)} s`,
      violations: [...(result.violations ?? []), ...(heldMs > KEY_FREE_MS ? [`a key was held for ${heldMs.toFixed(0)} ms`] : [])],
    };
  },
};

export const mariadbFaults: readonly Fault[] = [killed, frozen, apiKilled];
