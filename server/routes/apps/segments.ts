import { poolOf } from '../../controllers/apps/dry-run.ts';
import * as segments from '../../controllers/apps/segments.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { DryRunQuery, SegmentDryRunBody } from '../../schemas/apps/dry-run.ts';
import { SegmentBody, SegmentCreate, SegmentList, SegmentParams, SegmentPatch } from '../../schemas/apps/segments.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin' } as const;
const dryRun = { query: DryRunQuery, pool: poolOf, dryRunReply: SegmentDryRunBody } as const;

export const endpoints = [
  get(
    '/admin/apps/:slug/segments',
    { ...shared, params: SlugParams, reply: SegmentList, summary: 'All segments, by key', refusals: ['404 app_not_found'] },
    segments.listSegments,
  ),
  get(
    '/admin/apps/:slug/segments/:key',
    {
      ...shared,
      params: SegmentParams,
      reply: SegmentBody,
      summary: 'One segment',
      refusals: ['404 app_not_found', '404 segment_not_found'],
    },
    segments.getSegment,
  ),
  post(
    '/admin/apps/:slug/segments',
    {
      ...shared,
      ...dryRun,
      status: 201,
      params: SlugParams,
      body: SegmentCreate,
      reply: SegmentBody,
      summary: 'Create a segment',
      refusals: ['404 app_not_found', '409 segment_key_exists', '409 segment_limit', '409 targeting_too_large'],
    },
    segments.createSegment,
  ),
  put(
    '/admin/apps/:slug/segments/:key',
    {
      ...shared,
      ...dryRun,
      ifMatch: true,
      params: SegmentParams,
      body: SegmentPatch,
      reply: SegmentBody,
      summary: 'Change a segment',
      description: 'The rules that name it change with it. `If-Match` with the `ETag` of an answer limits the change to that version.',
      refusals: ['404 app_not_found', '404 segment_not_found', '409 targeting_too_large', '412 content_changed'],
    },
    segments.updateSegment,
  ),
  del(
    '/admin/apps/:slug/segments/:key',
    {
      ...shared,
      ...dryRun,
      status: 204,
      params: SegmentParams,
      reply: null,
      summary: 'Delete a segment that no rule names',
      refusals: ['404 app_not_found', '404 segment_not_found', '409 in_use'],
    },
    segments.deleteSegment,
  ),
];
