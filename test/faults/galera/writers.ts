import { setTimeout as sleep } from 'node:timers/promises';
import type mysql from 'mysql2/promise';
import type { DatabaseProxy } from './haproxy.ts';
import { type GaleraNode, wsrepStatus } from './node.ts';

const PAUSE_MS = 50;

/** A node committed something that a client sent to it, at some time between the two. */
interface Commit {
  readonly node: string;
  readonly from: number;
  readonly to: number;
}

interface Watched {
  readonly commits: Commit[];
  /** How often clients were connected to two nodes in two successive looks. */
  twoWriters: number;
  isStopped: boolean;
}

export interface WriterWatch {
  /** The node with the newest commit. */
  current(): string;
  stop(): Promise<{ readonly twoWriters: number; readonly changes: number; readonly lateCommits: number }>;
}

/** Watches which nodes HAProxy has connected clients to, and the count of local commits of every node. */
export function watchWriters(nodes: readonly GaleraNode[], proxy: DatabaseProxy): WriterWatch {
  const seen: Watched = { commits: [], twoWriters: 0, isStopped: false };
  const running = Promise.all([watchSessions(proxy, seen), ...nodes.map((node) => watchCommits(node, seen))]);
  return {
    current: () => seen.commits.at(-1)?.node ?? '',
    async stop() {
      seen.isStopped = true;
      await running;
      return { twoWriters: seen.twoWriters, ...summarize(seen.commits) };
    },
  };
}

/** HAProxy closes the connections to a node one after the other, so one look may find two nodes. */
async function watchSessions(proxy: DatabaseProxy, seen: Watched): Promise<void> {
  let wereTwo = false;
  while (!seen.isStopped) {
    const areTwo = (await proxy.usedNodes()).length > 1;
    if (areTwo && wereTwo) seen.twoWriters += 1;
    wereTwo = areTwo;
    await sleep(PAUSE_MS);
  }
}

async function watchCommits(node: GaleraNode, seen: Watched): Promise<void> {
  let last: { count: number; at: number } | null = null;
  let connection: mysql.Connection | null = null;
  while (!seen.isStopped) {
    const at = performance.now();
    try {
      connection ??= await node.connect();
      const count = Number((await wsrepStatus(connection)).get('wsrep_local_commits'));
      if (last !== null && count > last.count) seen.commits.push({ node: node.name, from: last.at, to: performance.now() });
      last = { count, at };
    } catch {
      // killed or frozen: the next connection compares with the last count
      connection?.destroy();
      connection = null;
    }
    await sleep(PAUSE_MS);
  }
  connection?.destroy();
}

/** A late commit had begun on the old writer before its connections were cut, and ended after the first commit of the new one. */
function summarize(commits: readonly Commit[]): { changes: number; lateCommits: number } {
  const sorted = commits.toSorted((left, right) => left.from - right.from);
  let [writer, changes, lateCommits] = [sorted[0]?.node, 0, 0];
  for (const [index, { node }] of sorted.entries()) {
    if (node === writer) continue;
    // a change lasts; a late commit is followed by the writer's next one
    if (sorted[index + 1]?.node === node) {
      writer = node;
      changes += 1;
    } else lateCommits += 1;
  }
  return { changes, lateCommits };
}
