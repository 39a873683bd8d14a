import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Fault, FaultResult } from './fault.ts';
import { onMariaDb, type Round } from './mariadb.ts';
import { untilServed } from './served.ts';

/** The system tables, a small log, and room for the rows. */
const DISK = '192m';
const FULL_MS = 10_000;
/** MariaDB looks once a minute whether a full disk has space again. */
const PATIENCE_MS = 150_000;

interface SmallDisk {
  readonly folder: string;
  fill(): void;
  empty(): void;
  remove(): void;
}

const diskFull: Fault = {
  name: 'disk-full',
  needs: ['mariadb'],
  rounds: 5,
  obstacle() {
    try {
      mountSmallDisk().remove();
      return undefined;
    } catch {
      return 'a small file system cannot be mounted here (it needs root)';
    }
  },
  async run(count, note): Promise<FaultResult> {
    const disk = mountSmallDisk();
    process.once('exit', disk.remove);
    try {
      const flags = ['--innodb-log-file-size=16M', '--innodb-buffer-pool-size=128M'];
      const round = async ({ database, load, number }: Round): Promise<void> => {
        const before = refused(load.refusals);
        disk.fill();
        await sleep(FULL_MS);
        disk.empty();
        // the server may end when it cannot write; a service manager would start it again
        if (!isAlive(database.pid)) await database.restart();
        await untilServed(load, PATIENCE_MS);
        note(
          `round ${number}: ${refused(load.refusals) - before} requests refused, ${(load.lapGapMs() / 1000).toFixed(1)} s without a write`,
        );
      };
      return await onMariaDb(count, round, { server: { durable: true, parent: disk.folder, flags } });
    } finally {
      process.off('exit', disk.remove);
      disk.remove();
    }
  },
};

/** @throws Error when this process may not mount */
function mountSmallDisk(): SmallDisk {
  const folder = mkdtempSync(path.join(tmpdir(), 'diwan-disk-'));
  const remove = (): void => {
    spawnSync('umount', ['-l', folder]);
    rmSync(folder, { recursive: true, force: true });
  };
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'diwan-faults', folder]).status !== 0) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error('mount failed');
  }
  const ballast = path.join(folder, 'ballast');
  return { folder, remove, fill: () => fillUp(ballast), empty: () => rmSync(ballast, { force: true }) };
}

/** Writes until there is no space left. */
function fillUp(file: string): void {
  const descriptor = openSync(file, 'w');
  for (const bytes of [1 << 20, 4096])
    try {
      for (;;) writeSync(descriptor, Buffer.alloc(bytes));
    } catch {
      // the disk is full
    }
  closeSync(descriptor);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

function refused(refusals: Readonly<Record<string, number>>): number {
  return Object.values(refusals).reduce((sum, count) => sum + count, 0);
}

export const diskFaults: readonly Fault[] = [diskFull];
