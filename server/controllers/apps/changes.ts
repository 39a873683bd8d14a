import type { Handler } from '../../platform/http/endpoint.ts';
import { dryRunReply, ok } from '../../platform/http/reply/reply.ts';
import { presentChange, presentUndoDryRun } from '../../presenters/apps/change.ts';
import { presentFlagDryRun, presentSegmentDryRun } from '../../presenters/apps/dry-run.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { UndoInput } from '../../schemas/apps/changes.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import * as changes from '../../services/apps/changes/changes.ts';
import { dryRunFlags } from '../../services/apps/flags/dry-run.ts';

export const listChanges: Handler<SlugParams, changes.ChangesQuery, unknown, Apps> = async (ctx, { params, query }) => {
  const page = await changes.listChanges(ctx.service, ctx.actor, params.slug, query);
  return ok({ success: true, message: 'Changes of the app.', data: page.changes.map(presentChange), nextBefore: page.nextBefore });
};

export const undoChange: Handler<changes.ChangeKey, DryRunQuery, UndoInput, Apps> = async (ctx, { params, query, body }) => {
  const write = () => changes.undoChange(ctx.service, ctx, params, body.reason ?? null);
  if (!query.dryRun) return ok(presentChange(await write()));
  const [thing, key] = partsOf(await changes.targetOfChange(ctx.service, ctx.actor, params));
  if (thing !== 'flag' && thing !== 'segment') return dryRunReply(presentUndoDryRun(await changes.dryRunUndo(ctx.service, write)));
  const subjectOf = () => (thing === 'flag' ? { flags: [key] } : { segment: key });
  const found = await dryRunFlags(ctx.service, { slug: params.slug, now: ctx.now, subjectOf, write });
  return dryRunReply(thing === 'flag' ? presentFlagDryRun(found, key) : presentSegmentDryRun(found, key));
};

/** The kind and key of `flag:checkout`. */
function partsOf(target: string | null): [thing: string, key: string] {
  const [thing = '', ...key] = (target ?? '').split(':');
  return [thing, key.join(':')];
}
