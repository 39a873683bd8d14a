import type { Context } from '../../platform/context.ts';
import { validationError } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { type PreparedBody, rememberBody, withEtag } from '../../platform/http/fast-path/prepared-body.ts';
import { prepared, type Reply } from '../../platform/http/reply.ts';
import { presentPublicApp } from '../../presenters/apps/app.ts';
import { presentEvaluated, presentFlagMap } from '../../presenters/apps/flag.ts';
import { presentMaintenance } from '../../presenters/apps/maintenance.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { BootstrapBody, StartQuery } from '../../schemas/apps/public.ts';
import type { UpdateQuery } from '../../schemas/apps/update-check.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { contextOfStart, evaluateFlags, isPersonal, type StartAttributes } from '../../services/apps/flags/evaluate-flags.ts';
import type { SnapshotAnswer } from '../../services/apps/snapshots.ts';
import { checkForUpdate, UnreadableVersion, type UpdateCheck, WrongPlatform } from '../../services/apps/update-check.ts';

/** The reads of every client's start. A body is made once per change of the app and served from memory. */

const MINUTES = ['Cache-Control', 'public, max-age=30, stale-while-revalidate=3600'];
const PRIVATE_MINUTES = ['Cache-Control', 'private, max-age=30, stale-while-revalidate=3600'];
const SECONDS = ['Cache-Control', 'public, max-age=10, stale-while-revalidate=3600'];
const PRIVATE_SECONDS = ['Cache-Control', 'private, max-age=10, stale-while-revalidate=3600'];

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

export const getFlags: Handler<SlugParams, StartAttributes, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: flagsBody(snapshot, query),
    headers: isPersonal(query) ? PRIVATE_MINUTES : MINUTES,
    countedFor: query.installationId,
  }));

/** All of the above in one call. The ETag covers everything except the time, which a 304 carries in `Date`. */
export const getBootstrap: Handler<SlugParams, StartQuery, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => {
    const { latin1, etag } = bootstrapBody(snapshot, query);
    const withTime = `${latin1.slice(0, -1)},"serverTime":"${ctx.now.toISOString()}"}`;
    const headers = [...(isPersonal(query) ? PRIVATE_SECONDS : SECONDS), ...retryAfter(snapshot, ctx.now)];
    return { body: { latin1: withTime, etag }, headers, countedFor: query.installationId };
  });

interface Shown {
  readonly body: PreparedBody;
  readonly headers: readonly string[];
  readonly countedFor?: string | undefined;
}

type Show = (snapshot: AppSnapshot) => Shown;

/** Answers without a promise from a copy in memory: on the hottest reads each promise costs measurable time. */
function answer(ctx: Pick<Context<Apps>, 'service'>, slug: string, show: Show): Reply | Promise<Reply> {
  const found = ctx.service.snapshots.find(slug);
  return found instanceof Promise ? found.then((loaded) => replyOf(loaded, show)) : replyOf(found, show);
}

function replyOf(found: SnapshotAnswer, show: Show): Reply {
  const { body, headers, countedFor } = show(found.snapshot);
  const shown = prepared(body, found.isStale ? [...headers, 'Warning', '110 - "Response is Stale"'] : headers);
  return countedFor ? { ...shown, countedFor } : shown;
}

function nameOf(kind: string, { platform, currentVersion }: StartAttributes): string {
  return `${kind} ${platform ?? ''} ${currentVersion ?? ''}`;
}

/** Without targeting one body for all; with it one for each platform and version, unless the request tells about one person. */
function flagsBody(snapshot: AppSnapshot, query: StartAttributes): PreparedBody {
  if (snapshot.isTargeted && isPersonal(query)) return withEtag(flagsText(snapshot, query));
  const name = snapshot.isTargeted ? nameOf('features', query) : 'features';
  return rememberBody(snapshot, name, () => presentFlagMap(evaluateFlags(snapshot, contextOfStart(query))));
}

function bootstrapBody(snapshot: AppSnapshot, query: StartQuery): PreparedBody {
  if (!snapshot.isTargeted || !isPersonal(query))
    return rememberBody(snapshot, nameOf('bootstrap', query), () => {
      const features = presentFlagMap(evaluateFlags(snapshot, contextOfStart(query)));
      return { ...presentStart(snapshot, query), features };
    });
  const { latin1 } = rememberBody(snapshot, nameOf('start', query), () => presentStart(snapshot, query));
  return withEtag(`${latin1.slice(0, -1)},"features":${flagsText(snapshot, query)}}`);
}

/** The map of flags for one request. Each answer of a flag is serialised once, because serialising all of them costs more than evaluating. */
function flagsText(snapshot: AppSnapshot, query: StartAttributes): string {
  const texts = evaluateFlags(snapshot, contextOfStart(query)).map((one) => {
    const { flag, evaluation } = one;
    const name = evaluation.variant === null ? `${evaluation.isOn}` : `${evaluation.isOn} ${evaluation.variant.key}`;
    return `"${flag.key}":${rememberBody(flag, name, () => presentEvaluated(one)).latin1}`;
  });
  return `{${texts.join(',')}}`;
}

function presentStart(snapshot: AppSnapshot, query: UpdateQuery): Omit<BootstrapBody, 'serverTime' | 'features'> {
  return {
    app: presentPublicApp(snapshot.app),
    version: presentUpdateCheck(snapshot, query),
    maintenance: presentMaintenance(snapshot.maintenance),
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
