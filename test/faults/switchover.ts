import mysql from 'mysql2/promise';
import { type MariaDb, startMariaDb } from '../support/databases/mariadb.ts';
import { startFaultProxy } from '../support/programs/fault-proxy.ts';
import { until } from '../support/programs/process.ts';
import type { Fault } from './fault.ts';
import type { Load } from './load.ts';
import { prepareScene, underLoad } from './scene.ts';
import { untilServed } from './served.ts';

const DATABASE = 'diwan';
const PER_SECOND = 40;
const GAP_MS = 5_000;

/** A primary or its replica. */
interface Side {
  readonly name: string;
  readonly server: MariaDb;
  readonly superuser: mysql.Connection;
}

/**
 * The primary becomes read-only, the replica catches up and becomes the primary, and the name moves to it: the relay is the name. Open
 * connections stay at the old primary.
 */
const readOnlyPrimary: Fault = {
  name: 'read-only-primary',
  needs: ['mariadb'],
  rounds: 10,
  bars: { longestGapMs: GAP_MS },
  async run(count, note) {
    const sides = await Promise.all([startSide(1), startSide(2)]);
    let [primary, replica] = sides;
    const relay = await startFaultProxy(primary.server.port);
    try {
      await follow(replica, primary);
      await primary.superuser.query(`CREATE DATABASE ${DATABASE} CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_520_ci`);
      await primary.superuser.query(`GRANT ALL ON ${DATABASE}.* TO app@'%' IDENTIFIED BY 'app'`);
      await untilCaughtUp(replica, primary);
      const scene = await prepareScene(`mysql://app:app@127.0.0.1:${relay.port}/${DATABASE}`);
      const rounds = async (load: Load): Promise<void> => {
        for (let number = 1; number <= count; number += 1) {
          await untilServed(load);
          await untilClose(replica);
          load.lapGapMs();
          const startedAt = performance.now();
          await promote(replica, primary);
          relay.setTarget(replica.server.port);
          const promotedMs = performance.now() - startedAt;
          [primary, replica] = [replica, primary];
          await untilServed(load);
          note(
            `round ${number}: ${(load.lapGapMs() / 1000).toFixed(1)} s without a write, ${(promotedMs / 1000).toFixed(1)} s of them for the promotion`,
          );
        }
      };
      const nodes = sides.map(({ name, server }) => ({ name, url: server.url(DATABASE) }));
      const result = await underLoad(scene, { perSecond: PER_SECOND, nodes, rounds, settle: () => untilCaughtUp(replica, primary) });
      await scene.server.end();
      return result;
    } finally {
      await relay.close();
      for (const { superuser, server } of sides) {
        superuser.destroy();
        await server.stop();
      }
    }
  },
};

async function startSide(id: number): Promise<Side> {
  const flags = ['--log-bin=binlog', `--server-id=${id}`, '--log-slave-updates'];
  const server = await startMariaDb({ durable: true, flags });
  const superuser = await mysql.createConnection(server.url('mysql'));
  await superuser.query('RESET MASTER');
  return { name: `server${id}`, server, superuser };
}

/** Waits until the replica is less than a second behind, as an operator does before a planned change. */
async function untilClose({ superuser }: Side): Promise<void> {
  const isClose = async (): Promise<boolean> => {
    const [[row]] = await superuser.query<mysql.RowDataPacket[]>('SHOW SLAVE STATUS');
    return row?.['Seconds_Behind_Master'] === 0;
  };
  await until(isClose, undefined, 60_000);
}

/** Demotes the primary, and promotes the replica once it has all rows. */
async function promote(replica: Side, primary: Side): Promise<void> {
  await primary.superuser.query('SET GLOBAL read_only = 1');
  await untilCaughtUp(replica, primary);
  await replica.superuser.query('STOP SLAVE');
  await replica.superuser.query('RESET SLAVE ALL');
  await replica.superuser.query('SET GLOBAL read_only = 0');
  await follow(primary, replica);
}

/** Starts the replication from the current place of the replica. */
async function follow(replica: Side, { server }: Side): Promise<void> {
  await replica.superuser.query("SET GLOBAL gtid_slave_pos = ''");
  const place = await positionOf(replica);
  await replica.superuser.query(`SET GLOBAL gtid_slave_pos = '${place}'`);
  const from = `MASTER_HOST = '127.0.0.1', MASTER_PORT = ${server.port}, MASTER_USER = 'diwan', MASTER_PASSWORD = 'diwan'`;
  await replica.superuser.query(`CHANGE MASTER TO ${from}, MASTER_USE_GTID = slave_pos`);
  await replica.superuser.query('START SLAVE');
}

async function untilCaughtUp(replica: Side, primary: Side): Promise<void> {
  await until(async () => (await positionOf(replica)) === (await positionOf(primary)), undefined, 30_000);
}

/** The newest transaction in the log of the server. */
async function positionOf({ superuser }: Side): Promise<string> {
  const [[row]] = await superuser.query<mysql.RowDataPacket[]>('SELECT @@gtid_binlog_pos AS place');
  return String(row?.['place'] ?? '');
}

export const switchoverFaults: readonly Fault[] = [readOnlyPrimary];
