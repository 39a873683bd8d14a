import type { Context } from '../../platform/context.ts';
import type { Input } from '../../platform/http/endpoint.ts';
import { dryRunReply, type Reply } from '../../platform/http/reply/reply.ts';
import { presentFlagDryRun, presentMaintenanceDryRun, presentReleaseDryRun, presentSegmentDryRun } from '../../presenters/apps/dry-run.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { dryRunFlags } from '../../services/apps/flags/dry-run.ts';
import { dryRunCancel, dryRunEdit, dryRunMaintenance, type MaintenanceDryRun } from '../../services/apps/maintenance/dry-run.ts';
import type { WindowKey } from '../../services/apps/maintenance/windows.ts';
import { dryRunRelease, type ReleaseDryRun } from '../../services/apps/releases/dry-run.ts';

type CallOf<P> = Pick<Input<P, DryRunQuery, unknown>, 'params' | 'query'>;
type Call = CallOf<{ slug: string }>;

type WriteResult<R extends { write(): Promise<unknown> }> = Awaited<ReturnType<R['write']>>;

/** A write, and the answer to it when it is kept. */
interface Written<T> {
  write(): Promise<T>;
  reply(result: T): Reply;
}

/** Runs a write of a flag. A dry run rolls it back and shows what it would do. */
export async function writeFlag(ctx: Context<Apps>, { params, query }: Call, flagKey: string, write: () => Promise<Reply>): Promise<Reply> {
  if (!query.dryRun) return write();
  const found = await dryRunFlags(ctx.service, { slug: params.slug, now: ctx.now, subjectOf: () => ({ flags: [flagKey] }), write });
  return dryRunReply(presentFlagDryRun(found, flagKey));
}

/** Runs a write of a segment. A dry run rolls it back and shows what it would do. */
export async function writeSegment(ctx: Context<Apps>, { params, query }: Call, key: string, write: () => Promise<Reply>): Promise<Reply> {
  if (!query.dryRun) return write();
  const found = await dryRunFlags(ctx.service, { slug: params.slug, now: ctx.now, subjectOf: () => ({ segment: key }), write });
  return dryRunReply(presentSegmentDryRun(found, key));
}

/** Runs a write of a release. A dry run rolls it back and shows to whom the release would be offered. */
export async function writeRelease(
  ctx: Context<Apps>,
  { params, query }: Call,
  release: Written<WriteResult<ReleaseDryRun>>,
): Promise<Reply> {
  if (!query.dryRun) return release.reply(await release.write());
  const found = await dryRunRelease(ctx.service, { slug: params.slug, now: ctx.now, write: release.write });
  return dryRunReply(presentReleaseDryRun(found));
}

/** Runs a change of the maintenance. A dry run rolls it back and shows who would be under it. */
export async function writeMaintenance(
  ctx: Context<Apps>,
  { params, query }: Call,
  event: Written<WriteResult<MaintenanceDryRun>>,
): Promise<Reply> {
  if (!query.dryRun) return event.reply(await event.write());
  const found = await dryRunMaintenance(ctx.service, { slug: params.slug, now: ctx.now, write: event.write });
  return dryRunReply(presentMaintenanceDryRun(found, ctx.now));
}

/** Edits a maintenance. A dry run rolls it back and shows who would be under it. */
export async function editWindow(
  ctx: Context<Apps>,
  { params, query }: CallOf<WindowKey>,
  edit: Written<WriteResult<Parameters<typeof dryRunEdit>[2]>>,
): Promise<Reply> {
  if (!query.dryRun) return edit.reply(await edit.write());
  const found = await dryRunEdit(ctx.service, params, { slug: params.slug, now: ctx.now, write: edit.write });
  return dryRunReply(presentMaintenanceDryRun(found, ctx.now));
}

/** Cancels a maintenance. A dry run rolls it back and shows who would have been under it. */
export async function cancelWindow(ctx: Context<Apps>, { params, query }: CallOf<WindowKey>, cancel: Written<void>): Promise<Reply> {
  if (!query.dryRun) return cancel.reply(await cancel.write());
  const found = await dryRunCancel(ctx.service, params, { slug: params.slug, now: ctx.now, write: cancel.write });
  return dryRunReply(presentMaintenanceDryRun(found, ctx.now));
}

/** A dry run reads many users, so it runs with the long reads. */
export function poolOf({ query }: Pick<Call, 'query'>): 'database' | 'wide' {
  return query.dryRun ? 'wide' : 'database';
}
