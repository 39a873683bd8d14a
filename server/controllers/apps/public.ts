import type { Context } from '../../platform/context.ts';
import { validationError } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { type PreparedBody, rememberBody } from '../../platform/http/fast-path/prepared-body.ts';
import { prepared, type Reply } from '../../platform/http/reply.ts';
import { presentPublicApp } from '../../presenters/apps/app.ts';
import { presentFlagMap } from '../../presenters/apps/flag.ts';
import { presentMaintenance } from '../../presenters/apps/maintenance.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { BootstrapBody } from '../../schemas/apps/public.ts';
import type { UpdateQuery } from '../../schemas/apps/update-check.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import type { SnapshotAnswer } from '../../services/apps/snapshots.ts';
import { checkForUpdate, UnreadableVersion, type UpdateCheck, WrongPlatform } from '../../services/apps/update-check.ts';

/** The reads of every client's start. A body is made once per change of the app and served from memory. */

const MINUTES = ['Cache-Control', 'public, max-age=30, stale-while-revalidate=3600'];
const SECONDS = ['Cache-Control', 'public, max-age=10, stale-while-revalidate=3600'];

export const getApp: Handler<SlugParams, unknown, unknown, Apps> = (ctx, { params }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: rememberBody(snapshot, 'app', () => presentPublicApp(snapshot.app)),
    headers: MINUTES,
  }));

export const checkUpdate: Handler<SlugParams, UpdateQuery, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: rememberBody(snapshot, nameOf('version', query), () => presentUpdateCheck(snapshot, query)),
    headers: MINUTES,
  }));

export const getMaintenance: Handler<SlugParams, unknown, unknown, Apps> = (ctx, { params }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: rememberBody(snapshot, 'maintenance', () => presentMaintenance(snapshot.maintenance)),
    headers: [...SECONDS, ...retryAfter(snapshot, ctx.now)],
  }));

export const getFlags: Handler<SlugParams, unknown, unknown, Apps> = (ctx, { params }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: rememberBody(snapshot, 'features', () => presentFlagMap(snapshot)),
    headers: MINUTES,
  }));

/** All of the above in one call. The ETag covers everything except the time, which a 304 carries in `Date`. */
export const getBootstrap: Handler<SlugParams, UpdateQuery, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => {
    const { latin1, etag } = rememberBody(snapshot, nameOf('bootstrap', query), () => presentBootstrap(snapshot, query));
    const withTime = `${latin1.slice(0, -1)},"serverTime":"${ctx.now.toISOString()}"}`;
    return { body: { latin1: withTime, etag }, headers: [...SECONDS, ...retryAfter(snapshot, ctx.now)] };
  });

interface Shown {
  readonly body: PreparedBody;
  readonly headers: readonly string[];
}

type Show = (snapshot: AppSnapshot) => Shown;

/** Answers without a promise from a copy in memory: on the hottest reads each promise costs measurable time. */
function answer(ctx: Pick<Context<Apps>, 'service'>, slug: string, show: Show): Reply | Promise<Reply> {
  const found = ctx.service.snapshots.find(slug);
  return found instanceof Promise ? found.then((loaded) => replyOf(loaded, show)) : replyOf(found, show);
}

function replyOf(found: SnapshotAnswer, show: Show): Reply {
  const { body, headers } = show(found.snapshot);
  return prepared(body, found.isStale ? [...headers, 'Warning', '110 - "Response is Stale"'] : headers);
}

function nameOf(kind: string, { platform, currentVersion }: UpdateQuery): string {
  return `${kind} ${platform ?? ''} ${currentVersion ?? ''}`;
}

function presentBootstrap(snapshot: AppSnapshot, query: UpdateQuery): Omit<BootstrapBody, 'serverTime'> {
  return {
    app: presentPublicApp(snapshot.app),
    version: presentUpdateCheck(snapshot, query),
    maintenance: presentMaintenance(snapshot.maintenance),
    features: presentFlagMap(snapshot),
  };
}

function presentUpdateCheck(snapshot: AppSnapshot, query: UpdateQuery): UpdateCheck {
  try {
    return checkForUpdate(snapshot.releases, { platform: query.platform ?? null, currentVersion: query.currentVersion ?? null });
  } catch (error) {
    if (error instanceof UnreadableVersion)
      throw validationError([{ field: 'currentVersion', message: `currentVersion ${error.message}` }]);
    if (error instanceof WrongPlatform) throw validationError([{ field: 'platform', message: `platform ${error.message}` }]);
    throw error;
  }
}

/** Seconds until the expected end of the maintenance, when that is in the future. */
function retryAfter({ maintenance }: AppSnapshot, now: Date): string[] {
  const seconds = Math.ceil(((maintenance?.estimatedEnd?.getTime() ?? 0) - now.getTime()) / 1000);
  return seconds > 0 ? ['Retry-After', String(seconds)] : [];
}
