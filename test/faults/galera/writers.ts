import { setTimeout as sleep } from 'node:timers/promises';
import type mysql from 'mysql2/promise';
import type { DatabaseProxy } from './haproxy.ts';
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

interface Watched {
  readonly commits: Commit[];
  /** The longest time during which HAProxy had sessions on two nodes. */
  twoNodesMs: number;
  isStopped: boolean;
}

export interface Writers {
  readonly changes: number;
  /** How often a node committed between two commits of another. */
  readonly interleaved: number;
  readonly twoNodesMs: number;
}

export interface WriterWatch {
  /** The node with the newest commit. */
  current(): string;
  stop(): Promise<Writers>;
}

/** Watches which nodes HAProxy has connected clients to, and the count of local commits of every node. */
export function watchWriters(nodes: readonly GaleraNode[], proxy: DatabaseProxy): WriterWatch {
  const seen: Watched = { commits: [], twoNodesMs: 0, isStopped: false };
  const running = Promise.all([watchSessions(proxy, seen), ...nodes.map((node) => watchCommits(node, seen))]);
  return {
    current: () => seen.commits.at(-1)?.node ?? '',
    async stop() {
      seen.isStopped = true;
      await running;
      return { twoNodesMs: seen.twoNodesMs, ...summarize(seen.commits) };
    },
  };
}

async function watchSessions(proxy: DatabaseProxy, seen: Watched): Promise<void> {
  let since: number | null = null;
  while (!seen.isStopped) {
    // without an answer the proxy has ended, which the load reports
    const areTwo = (await proxy.usedNodes().catch(() => [])).length > 1;
    if (areTwo) since ??= performance.now();
    else since = null;
    if (since !== null) seen.twoNodesMs = Math.max(seen.twoNodesMs, performance.now() - since);
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

/** The commits of one writer without one of another node in between. */
interface Term {
  readonly node: string;
  readonly from: number;
  to: number;
}

/** Two nodes wrote at the same time when one of them committed only for a moment, between two commits of the other. */
function summarize(commits: readonly Commit[]): { changes: number; interleaved: number } {
  const terms: Term[] = [];
  for (const commit of commits.toSorted((left, right) => left.from - right.from)) {
    const last = terms.at(-1);
    if (last?.node === commit.node) last.to = commit.to;
    else terms.push({ ...commit });
  }
  const interleaved = terms.filter(({ node, from, to }, index) => {
    const before = terms[index - 1];
    return before !== undefined && before.node === terms[index + 1]?.node && before.node !== node && to - from < SHORTEST_TERM_MS;
  }).length;
  return { changes: Math.max(0, terms.length - 1 - 2 * interleaved), interleaved };
}
