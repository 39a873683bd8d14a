import { setTimeout as sleep } from 'node:timers/promises';
import { relaunch } from '../flows/support.ts';
import { type MariaDb, type MariaDbOptions, startMariaDb } from '../support/databases/mariadb.ts';
import { until } from '../support/programs/process.ts';
import type { Fault, FaultResult } from './fault.ts';
import type { Load } from './load.ts';
import { prepareScene, type Scene, underLoad } from './scene.ts';
import { untilServed } from './served.ts';

const PER_SECOND = 40;
const FROZEN_MS = 30_000;
/** The deadline of a request, and the way to the client and back on a busy machine. */
const ANSWERED_MS = 2_600;
const KEY_FREE_MS = 6_000;
/** Every write that the clients repeat is acknowledged by then after a thaw. */
const CAUGHT_UP_MS = 5_000;
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
      note(`round ${number}: ${seconds(load.lapGapMs())} without a write`);
    }),
};

const frozen: Fault = {
  name: 'mariadb-frozen',
  needs: ['mariadb'],
  rounds: 1,
  bars: { slowestAnswerMs: ANSWERED_MS },
  async run(count, note: Note) {
    let caughtUpMs = 0;
    const round = async ({ database, load, number }: Round): Promise<void> => {
      database.freeze();
      await sleep(FROZEN_MS);
      const open = load.open().length;
      database.thaw();
      const ms = await untilServed(load);
      caughtUpMs = Math.max(caughtUpMs, ms);
      note(
        `round ${number}: ${open} open writes were done ${seconds(ms)} after the thaw, slowest answer ${load.slowestAnswerMs().toFixed(0)} ms`,
      );
    };
    const result = await onMariaDb(count, round, { perSecond: 20 });
    return {
      ...result,
      remarks: `${result.remarks}; repeated writes done ${seconds(caughtUpMs)} after a thaw at most`,
      violations: [
        ...(result.violations ?? []),
        ...(caughtUpMs > CAUGHT_UP_MS ? [`a repeated write was acknowledged ${seconds(caughtUpMs)} after a thaw`] : []),
      ],
    };
  },
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
      const open = load.open();
      scene.server = await relaunch(scene.server.env);
      await until(() => open.every(({ acknowledged }) => acknowledged), undefined, 60_000);
      const doneMs = performance.now() - killedAt;
      heldMs = Math.max(heldMs, load.lastRefusalAt(IN_PROGRESS) - killedAt);
      note(`round ${number}: ${open.length} open writes were done ${seconds(doneMs)} after the kill`);
    });
    return {
      ...result,
      remarks: `${result.remarks}; keys held for at most ${seconds(heldMs)}`,
      violations: [...(result.violations ?? []), ...(heldMs > KEY_FREE_MS ? [`a key was held for ${heldMs.toFixed(0)} ms`] : [])],
    };
  },
};

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

export const mariadbFaults: readonly Fault[] = [killed, frozen, apiKilled];
