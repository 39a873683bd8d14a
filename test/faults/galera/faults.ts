import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../support/programs/process.ts';
import type { Fault, FaultResult } from '../fault.ts';
import type { Load } from '../load.ts';
import { prepareScene, underLoad } from '../scene.ts';
import { untilServed } from '../served.ts';
import { APP_USER, type Cluster, startCluster } from './cluster.ts';
import { startDatabaseProxy } from './haproxy.ts';
import type { GaleraNode } from './node.ts';
import { type Writers, type WriterWatch, watchWriters } from './writers.ts';

const PER_SECOND = 30;
const DATABASE = 'diwan';
const GAP_MS = 5_000;
/** HAProxy keeps a session that its client has left for 0.5 s; the rest is for a busy machine. */
const CUT_MS = 1_500;

/** How the writer fails, and how it comes back. */
interface Injection {
  begin(writer: GaleraNode): unknown;
  end(writer: GaleraNode): unknown;
}

type Note = (line: string) => void;

function writerFault(name: string, injection: Injection): Fault {
  return {
    name,
    needs: ['mariadb', 'galera', 'haproxy'],
    rounds: 10,
    bars: { longestGapMs: GAP_MS },
    run: (count, note) => onCluster(count, injection, note),
  };
}

export const galeraFaults: readonly Fault[] = [
  writerFault('galera-writer-isolated', { begin: (writer) => writer.setIsolated(true), end: (writer) => writer.setIsolated(false) }),
  writerFault('galera-writer-killed', { begin: (writer) => writer.kill(), end: (writer) => writer.start() }),
  writerFault('galera-writer-frozen', { begin: (writer) => writer.freeze(), end: (writer) => writer.thaw() }),
];

async function onCluster(count: number, injection: Injection, note: Note): Promise<FaultResult> {
  const cluster = await startCluster();
  try {
    await cluster.createDatabase(DATABASE);
    const proxy = await startDatabaseProxy(cluster, note);
    const scene = await prepareScene(`mysql://${APP_USER}:${APP_USER}@127.0.0.1:${proxy.port}/${DATABASE}`);
    note('the cluster runs');
    const watch = watchWriters(cluster.nodes, proxy);
    const rounds = async (load: Load): Promise<void> => {
      for (let number = 1; number <= count; number += 1) note(`round ${number}: ${await runRound({ cluster, load, watch }, injection)}`);
    };
    const nodes = cluster.nodes.map((node) => ({ name: node.name, url: node.url(DATABASE) }));
    const result = await underLoad(scene, { perSecond: PER_SECOND, nodes, rounds, settle: () => settle(cluster) });
    const writers = await watch.stop();
    await scene.server.end();
    await proxy.stop();
    return {
      ...result,
      remarks: `two writers: ${writers.interleaved}; changes of the writer: ${writers.changes}; ${result.remarks}`,
      violations: [...(result.violations ?? []), ...broken(writers)],
    };
  } finally {
    await cluster.stop();
  }
}

function broken({ interleaved, twoNodesMs }: Writers): string[] {
  return [
    ...(interleaved > 0 ? [`two nodes committed at the same time, ${interleaved} times`] : []),
    ...(twoNodesMs > CUT_MS ? [`HAProxy had sessions on two nodes for ${twoNodesMs.toFixed(0)} ms`] : []),
  ];
}

async function runRound(
  { cluster, load, watch }: { cluster: Cluster; load: Load; watch: WriterWatch },
  injection: Injection,
): Promise<string> {
  await untilServed(load);
  const before = watch.current();
  const writer = cluster.nodes.find(({ name }) => name === before);
  if (writer === undefined) throw new Error('No node has committed anything.');
  load.lapGapMs();
  await injection.begin(writer);
  await until(() => watch.current() !== before, undefined, 60_000);
  await untilServed(load);
  const after = watch.current();
  const failover = load.lapGapMs();
  await injection.end(writer);
  // a node that comes back must not become a second writer
  await sleep(4_000);
  await cluster.untilSynced();
  await untilServed(load);
  return `${before} to ${after}, ${seconds(failover)} without a write, ${seconds(load.lapGapMs())} while ${before} came back`;
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

/** Waits until every node has applied what the others committed. */
async function settle(cluster: Cluster): Promise<void> {
  await cluster.untilSynced();
  for (const node of cluster.nodes) await node.execute(`SET STATEMENT wsrep_sync_wait = 15 FOR SELECT COUNT(*) FROM ${DATABASE}.apps`);
}
