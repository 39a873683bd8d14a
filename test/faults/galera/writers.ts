import { setTimeout as sleep } from 'node:timers/promises';
import type mysql from 'mysql2/promise';
import { type GaleraNode, wsrepStatus } from './node.ts';

const PAUSE_MS = 50;
/** A writer is left only after failed checks, so two changes of the writer are further apart. */
const SHORTEST_TERM_MS = 1_000;

/** A node committed something that a client sent to it, at some time between the two. */
interface Commit {
  readonly node: string;
  readonly from: number;
  readonly to: number;
}

export interface WriterWatch {
  /** The node with the newest commit. */
  current(): string;
  stop(): Promise<{ readonly changes: number; readonly twoWriters: number }>;
}

/** Watches the count of local commits of every node, so that two nodes that commit at the same time are seen. */
export function watchWriters(nodes: readonly GaleraNode[]): WriterWatch {
  const commits: Commit[] = [];
  let isStopped = false;
  const running = Promise.all(nodes.map((node) => watch(node, commits, () => isStopped)));
  return {
    current: () => commits.at(-1)?.node ?? '',
    async stop() {
      isStopped = true;
      await running;
      return judge(commits);
    },
  };
}

async function watch(node: GaleraNode, commits: Commit[], isStopped: () => boolean): Promise<void> {
  let last: { count: number; at: number } | null = null;
  let connection: mysql.Connection | null = null;
  while (!isStopped()) {
    const at = performance.now();
    try {
      connection ??= await node.connect();
      const count = Number((await wsrepStatus(connection)).get('wsrep_local_commits'));
      if (last !== null && count > last.count) commits.push({ node: node.name, from: last.at, to: performance.now() });
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

/** Two writers are a commit of one node between two commits of another that are close to each other. */
function judge(commits: readonly Commit[]): { changes: number; twoWriters: number } {
  const sorted = commits.toSorted((left, right) => left.to - right.to);
  const changes = sorted.filter(({ node }, index) => index > 0 && sorted[index - 1]?.node !== node).length;
  const between = sorted.filter(({ node, from, to }) => {
    const before = sorted.findLast((other) => other.node !== node && other.to <= from);
    const after = sorted.find((other) => other.node === before?.node && other.from >= to);
    return before !== undefined && after !== undefined && after.from - before.to < SHORTEST_TERM_MS;
  });
  return { changes, twoWriters: between.length };
}
