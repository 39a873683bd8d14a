import type { Context } from '../../platform/context.ts';
import type { PreparedBody } from '../../platform/http/fast-path/prepared-body.ts';
import { prepared, type Reply } from '../../platform/http/reply/reply.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import type { SnapshotAnswer } from '../../services/apps/snapshots.ts';

/** A body and its headers, and the client that `RATE_LIMIT_EVALUATE` counts it for. */
export interface Shown {
  readonly body: PreparedBody;
  readonly headers: readonly string[];
  readonly countedFor?: string | undefined;
}

type Show = (snapshot: AppSnapshot) => Shown;

/** Answers without a promise from a copy in memory: on the hottest reads each promise costs measurable time. */
export function answer(ctx: AppsContext, slug: string, show: Show): Reply | Promise<Reply> {
  return withSnapshot(ctx, slug, (found) => replyOf(found, show));
}

/** The same for a request about one flag, which the copy may not have yet. */
export function answerAboutFlag(ctx: AppsContext, { slug, key }: { slug: string; key: string }, show: Show): Reply | Promise<Reply> {
  return replyWith(ctx.service.unknownFlags.find(slug, key), (found) => replyOf(found, show));
}

export function withSnapshot(ctx: AppsContext, slug: string, reply: ReplyWith): Reply | Promise<Reply> {
  return replyWith(ctx.service.snapshots.find(slug), reply);
}

type AppsContext = Pick<Context<Apps>, 'service'>;
type ReplyWith = (found: SnapshotAnswer) => Reply;

function replyWith(found: SnapshotAnswer | Promise<SnapshotAnswer>, reply: ReplyWith): Reply | Promise<Reply> {
  return found instanceof Promise ? found.then(reply) : reply(found);
}

function replyOf(found: SnapshotAnswer, show: Show): Reply {
  const { body, headers, countedFor } = show(found.snapshot);
  const shown = prepared(body, found.isStale ? [...headers, 'Warning', '110 - "Response is Stale"'] : headers);
  // a spread in front would give each reply its own shape in V8
  return countedFor ? { countedFor, ...shown } : shown;
}
