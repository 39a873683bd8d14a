import { monitorEventLoopDelay } from 'node:perf_hooks';
import { loadSigningKeys } from '../../server/platform/auth/signing-keys.ts';
import { systemClock } from '../../server/platform/clock.ts';
import { call, type Launched, launch, register } from '../flows/support.ts';
import { tokenOf } from '../support/requests/tokens.ts';
import { ask } from '../support/requests/wire.ts';
import { type CheckedNode, checkNodes, type Totals } from './check.ts';
import type { FaultResult } from './fault.ts';
import { type Load, type LoadTarget, startLoad } from './load.ts';
import { APP, ITEM, idOf } from './writes.ts';

/** A server process with the app and the post that the load writes to. */
export interface Scene {
  /** A fault that ends the process puts the next one here. */
  server: Launched;
  readonly target: LoadTarget;
}

/** Starts Diwan on a database, which may be empty. */
export async function prepareScene(databaseUrl: string): Promise<Scene> {
  const server = await launch({ DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' });
  const keys = loadSigningKeys(null, server.env['DATA_DIR'] ?? '', systemClock);
  await register(server, APP);
  const headers = { Authorization: `Bearer ${tokenOf(keys, { userId: idOf(999_999_999_999) })}` };
  const post = { title: 'Dark mode', description: 'x', category: 'feature' };
  const { status, body, text } = await ask(server.url, '/api/v1/posts', { method: 'POST', headers, body: post });
  if (status !== 201) throw new Error(`The post was answered with ${text}`);
  return { server, target: { url: server.url, keys, postId: (body['data'] as { id: number }).id } };
}

/** Sends writes during `rounds`, which injects the faults, waits for the last answers and checks every node. */
export async function underLoad(
  scene: Scene,
  {
    perSecond,
    nodes,
    rounds,
    settle,
  }: {
    perSecond: number;
    nodes: readonly CheckedNode[];
    rounds: (load: Load) => Promise<void>;
    /** Waits until all nodes have all rows. */
    settle?: () => Promise<void>;
  },
): Promise<FaultResult> {
  const load = startLoad(scene.target, perSecond);
  const stalls = monitorEventLoopDelay();
  stalls.enable();
  try {
    await rounds(load);
  } finally {
    await load.stop();
    stalls.disable();
  }
  await settle?.();
  const { violations, storedUnacknowledged, ...checked } = await checkNodes(load, await shownTotals(scene), nodes);
  return {
    ...checked,
    acknowledged: load.acknowledged(),
    longestGapMs: load.longestGapMs(),
    slowestAnswerMs: load.slowestAnswerMs(),
    refusals: load.refusals,
    remarks: `stored without acknowledgement: ${storedUnacknowledged}; the clients stalled for at most ${(stalls.max / 1e6).toFixed(0)} ms`,
    violations,
  };
}

async function shownTotals({ server, target }: Scene): Promise<Totals> {
  const read = async (path: string): Promise<Record<string, unknown>> => {
    const { status, text, body } = await call(server, ['GET', path]);
    if (status !== 200) throw new Error(`GET ${path} was answered with ${text}`);
    return body;
  };
  const post = (await read(`/posts/${target.postId}`))['data'] as { votesCount: number; commentsCount: number };
  const stats = (await read(`/reviews/stats/${ITEM.itemType}/${ITEM.itemId}`))['data'] as { totalReviews: number };
  const dashboard = (await read(`/admin/apps/${APP}/analytics`)) as { totalEvents: number };
  return { votes: post.votesCount, comments: post.commentsCount, reviews: stats.totalReviews, events: dashboard.totalEvents };
}
