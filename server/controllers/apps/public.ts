import { ApiError } from '../../platform/errors.ts';
import type { Handler } from '../../platform/http/endpoint.ts';
import { latin1Of, type PreparedBody, rememberBody, withEtag } from '../../platform/http/fast-path/prepared-body.ts';
import { noContent } from '../../platform/http/reply/reply.ts';
import { retryAfterOf, secondsToRetry } from '../../platform/http/reply/retry-after.ts';
import { presentPublicApp } from '../../presenters/apps/app.ts';
import { presentFlagMap } from '../../presenters/apps/flag.ts';
import { presentMaintenance } from '../../presenters/apps/maintenance.ts';
import type { PublicAppBody, SlugParams } from '../../schemas/apps/apps.ts';
import type { BootstrapBody, StartQuery, StreamQuery } from '../../schemas/apps/public.ts';
import type { UpdateQuery } from '../../schemas/apps/update-check.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { evaluateFlags, isPersonal, type StartAttributes, StartRequest, withFlags } from '../../services/apps/flags/evaluate-flags.ts';
import {
  closedBy,
  type GateAttributes,
  type MaintenanceAnswer,
  maintenanceAtStart,
  maintenanceFor,
  secondsToEnd,
} from '../../services/apps/maintenance/ask.ts';
import { answerUpdate, currentRelease, updateNameOf } from '../../services/apps/releases/update-answer.ts';
import { FlagTexts } from './flag-texts.ts';
import { answer, withSnapshot } from './snapshot-answer.ts';

/** The reads of every client's start. A body is made once per change of the app and served from memory. */

const MINUTES = ['Cache-Control', 'public, max-age=30, stale-while-revalidate=3600'];
const PRIVATE_MINUTES = ['Cache-Control', 'private, max-age=30, stale-while-revalidate=3600'];
const SECONDS = ['Cache-Control', 'public, max-age=10, stale-while-revalidate=3600'];
const PRIVATE_SECONDS = ['Cache-Control', 'private, max-age=10, stale-while-revalidate=3600'];

/** When a client asks again during a maintenance of unknown length. */
const RETRY_SECONDS = 60;

export const getApp: Handler<SlugParams, unknown, unknown, Apps> = (ctx, { params }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: rememberBody(snapshot, 'app', () => presentApp(snapshot)),
    headers: MINUTES,
  }));

export const checkUpdate: Handler<SlugParams, UpdateQuery, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: rememberBody(snapshot, startName('version', snapshot, query), () => answerUpdate(snapshot, query)),
    headers: isPersonal(query) ? PRIVATE_MINUTES : MINUTES,
    countedFor: query.installationId,
  }));

export const getMaintenance: Handler<SlugParams, StartAttributes, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => {
    const maintenance = maintenanceFor(snapshot, query);
    const body = rememberBody(snapshot, `maintenance:${maintenance.key}`, () => presentMaintenance(maintenance));
    return { body, headers: secondsHeaders(query, maintenance, ctx.now), countedFor: query.installationId };
  });

/** A proxy asks it about every request, so it counts for the address only. */
export const checkGate: Handler<SlugParams, GateAttributes, unknown, Apps> = (ctx, { params, query }) =>
  withSnapshot(ctx, params.slug, ({ snapshot }) => {
    const closed = closedBy(snapshot, query);
    if (closed === null) return noContent();
    const availableIn = secondsToRetry(secondsToEnd(closed, ctx.now) ?? RETRY_SECONDS);
    const headers = { 'X-Maintenance': closed.mode };
    throw new ApiError(503, 'under_maintenance', closed.messageEn || 'The app is under maintenance.', { availableIn, headers });
  });

export const getFlags: Handler<SlugParams, StartAttributes, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => ({
    body: flagsBody(snapshot, new StartRequest(snapshot.app, query)),
    headers: isPersonal(query) ? PRIVATE_MINUTES : MINUTES,
    countedFor: query.installationId,
  }));

/** All of the above in one call. The ETag covers everything except the time, which a 304 carries in `Date`. */
export const getBootstrap: Handler<SlugParams, StartQuery, unknown, Apps> = (ctx, { params, query }) =>
  answer(ctx, params.slug, (snapshot) => {
    const request = new StartRequest(snapshot.app, query);
    const maintenance = maintenanceAtStart(snapshot, request);
    const { latin1, etag } = bootstrapBody(snapshot, { query, request }, maintenance);
    const withTime = `${latin1.slice(0, -1)},"serverTime":"${ctx.now.toISOString()}"}`;
    const headers = secondsHeaders(query, maintenance, ctx.now);
    return { body: { latin1: withTime, etag }, headers, countedFor: query.installationId };
  });

/** Tells when any of the above changes; the client then fetches it. */
export const streamChanges: Handler<SlugParams, StreamQuery, unknown, Apps> = async (ctx, { params, query }) => ({
  opening: await ctx.service.changeStreams.follow(params.slug, query.since ?? null),
});

function nameOf(kind: string, { platform, currentVersion }: StartAttributes): string {
  return `${kind} ${platform ?? ''} ${currentVersion ?? ''}`;
}

/** The reads of a start that carry the update check depend on what the phone is offered. */
function startName(kind: string, snapshot: AppSnapshot, query: UpdateQuery): string {
  return `${kind} ${updateNameOf(snapshot, query)}`;
}

/** Without targeting one body for all; with it one for each platform and version, unless the request tells about one person. */
function flagsBody(snapshot: AppSnapshot, request: StartRequest): PreparedBody {
  if (snapshot.isTargeted && request.isPersonal) return personalFlags(snapshot, request);
  const name = snapshot.isTargeted ? nameOf('features', request.attributes) : 'features';
  return rememberBody(snapshot, name, () => presentFlagMap(withFlags(snapshot, evaluateFlags(snapshot, request.context))));
}

interface Start {
  readonly query: StartQuery;
  readonly request: StartRequest;
}

/** The name begins with the maintenance, because the version is any text of the client's. */
function bootstrapBody(snapshot: AppSnapshot, { query, request }: Start, maintenance: MaintenanceAnswer): PreparedBody {
  if (!snapshot.isTargeted || !request.isPersonal)
    return rememberBody(snapshot, startName(`bootstrap:${maintenance.key}`, snapshot, query), () => {
      const features = presentFlagMap(withFlags(snapshot, evaluateFlags(snapshot, request.context)));
      return { ...presentStart(snapshot, query, maintenance), features };
    });
  const name = startName(`start:${maintenance.key}`, snapshot, query);
  const { latin1 } = rememberBody(snapshot, name, () => presentStart(snapshot, query, maintenance));
  return withEtag(`${latin1.slice(0, -1)},"features":${personalFlags(snapshot, request).latin1}}`);
}

const flagTexts = new FlagTexts({
  render: (one) => latin1Of(presentFlagMap([one])).slice(1, -1),
  frame: (members) => `{${members}}`,
});

/** The map of flags for one person. */
function personalFlags(snapshot: AppSnapshot, request: StartRequest): PreparedBody {
  return flagTexts.bodyOf(snapshot, evaluateFlags(snapshot, request.context));
}

type StartBody = Omit<BootstrapBody, 'serverTime' | 'features'>;

function presentStart(snapshot: AppSnapshot, query: UpdateQuery, maintenance: MaintenanceAnswer): StartBody {
  return {
    app: presentApp(snapshot),
    version: answerUpdate(snapshot, query),
    maintenance: presentMaintenance(maintenance),
  };
}

function presentApp(snapshot: AppSnapshot): PublicAppBody {
  return presentPublicApp(snapshot.app, currentRelease(snapshot));
}

/** The headers include the seconds until the end of the maintenance, when that is in the future. */
function secondsHeaders(query: StartAttributes, { active }: MaintenanceAnswer, now: Date): string[] {
  const seconds = secondsToEnd(active, now);
  return [...(isPersonal(query) ? PRIVATE_SECONDS : SECONDS), ...(seconds === null ? [] : ['Retry-After', retryAfterOf(seconds)])];
}
