import type { Context } from '../../platform/context.ts';
import type { Input } from '../../platform/http/endpoint.ts';
import { preview, type Reply } from '../../platform/http/reply.ts';
import { presentFlagPreview, presentSegmentPreview } from '../../presenters/apps/preview.ts';
import type { DryRunQuery } from '../../schemas/apps/preview.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { previewWrite } from '../../services/apps/flags/preview.ts';

type Call = Pick<Input<{ slug: string }, DryRunQuery, unknown>, 'params' | 'query'>;

/** Runs a write of a flag. A dry run rolls it back and shows what it would do. */
export async function writeFlag(ctx: Context<Apps>, { params, query }: Call, flagKey: string, write: () => Promise<Reply>): Promise<Reply> {
  if (!query.dryRun) return write();
  const found = await previewWrite(ctx.service, { slug: params.slug, now: ctx.now, subjectOf: () => ({ flags: [flagKey] }), write });
  return preview(presentFlagPreview(found, flagKey));
}

/** Runs a write of a segment. A dry run rolls it back and shows what it would do. */
export async function writeSegment(ctx: Context<Apps>, { params, query }: Call, key: string, write: () => Promise<Reply>): Promise<Reply> {
  if (!query.dryRun) return write();
  const found = await previewWrite(ctx.service, { slug: params.slug, now: ctx.now, subjectOf: () => ({ segment: key }), write });
  return preview(presentSegmentPreview(found, key));
}

/** A dry run reads many users, so it runs with the long reads. */
export function poolOf({ query }: Pick<Call, 'query'>): 'database' | 'wide' {
  return query.dryRun ? 'wide' : 'database';
}
