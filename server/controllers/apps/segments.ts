import type { Handler } from '../../platform/http/endpoint.ts';
import { created, noContent, ok } from '../../platform/http/reply/reply.ts';
import { presentSegment } from '../../presenters/apps/segment.ts';
import type { SlugParams } from '../../schemas/apps/apps.ts';
import type { DryRunQuery } from '../../schemas/apps/dry-run.ts';
import type { SegmentParams } from '../../schemas/apps/segments.ts';
import type { Apps } from '../../services/apps/apps-service.ts';
import { versionOf } from '../../services/apps/flags/row-version.ts';
import * as segments from '../../services/apps/flags/segments.ts';
import { writeSegment } from './dry-run.ts';

export const listSegments: Handler<SlugParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const found = await segments.listSegments(ctx.db, params.slug);
  return ok(found.map(presentSegment));
};

export const getSegment: Handler<SegmentParams, unknown, unknown, Apps> = async (ctx, { params }) => {
  const segment = await segments.getSegment(ctx.db, params);
  return ok(presentSegment(segment), ['ETag', versionOf(segment)]);
};

export const createSegment: Handler<SlugParams, DryRunQuery, segments.NewSegment, Apps> = (ctx, input) =>
  writeSegment(ctx, input, input.body.key, async () => {
    const segment = await segments.createSegment(ctx.service, ctx, input.params.slug, input.body);
    return created(presentSegment(segment), ['ETag', versionOf(segment)]);
  });

export const updateSegment: Handler<SegmentParams, DryRunQuery, segments.SegmentPatch, Apps> = (ctx, input) =>
  writeSegment(ctx, input, input.params.key, async () => {
    const segment = await segments.updateSegment(ctx.service, ctx, input.params, input.body);
    return ok(presentSegment(segment), ['ETag', versionOf(segment)]);
  });

export const deleteSegment: Handler<SegmentParams, DryRunQuery, unknown, Apps> = (ctx, input) =>
  writeSegment(ctx, input, input.params.key, async () => {
    await segments.deleteSegment(ctx.service, ctx, input.params);
    return noContent();
  });
