import { poolOf } from '../../controllers/apps/dry-run.ts';
import * as flags from '../../controllers/apps/flags.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { DryRunQuery, FlagDryRunBody } from '../../schemas/apps/dry-run.ts';
import {
  AgedFlagList,
  CopiedBody,
  ExplainBody,
  ExplainedFlags,
  FlagBody,
  FlagCopyBody,
  FlagCreate,
  FlagList,
  FlagParams,
  FlagPatch,
  FlagQuery,
} from '../../schemas/apps/flags.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin' } as const;
const dryRun = { query: DryRunQuery, pool: poolOf, dryRunReply: FlagDryRunBody } as const;

export const endpoints = [
  get(
    '/admin/apps/:slug/features/admin',
    { ...shared, params: SlugParams, reply: FlagList, summary: 'All flags, by key', refusals: ['404 app_not_found'] },
    flags.listFlags,
  ),
  get(
    '/admin/apps/:slug/features',
    {
      ...shared,
      params: SlugParams,
      query: FlagQuery,
      reply: AgedFlagList,
      summary: 'All flags or the stale ones, by key',
      description:
        'A flag is stale when it is older than its kind is expected to live (`release` and `experiment` 40 days, `ops` 7), has not changed for 30 days, ' +
        'and is the same for everybody.',
      refusals: ['404 app_not_found'],
    },
    flags.listFlagsWithAge,
  ),
  get(
    '/admin/apps/:slug/features/:flagKey',
    {
      ...shared,
      params: FlagParams,
      reply: FlagBody,
      summary: 'One flag',
      description: 'The address of a flag with the key `admin` is that of the list.',
      refusals: ['404 app_not_found', '404 flag_not_found'],
    },
    flags.getFlag,
  ),
  post(
    '/admin/apps/:slug/features',
    {
      ...shared,
      ...dryRun,
      status: 201,
      params: SlugParams,
      body: FlagCreate,
      reply: FlagBody,
      summary: 'Create a flag',
      refusals: ['404 app_not_found', '409 flag_key_exists', '409 flag_limit', '409 targeting_too_large', '409 prerequisite_conflict'],
    },
    flags.createFlag,
  ),
  post(
    '/admin/apps/:slug/features/copy',
    {
      ...shared,
      query: DryRunQuery,
      dryRunReply: CopiedBody,
      params: SlugParams,
      body: FlagCopyBody,
      reply: CopiedBody,
      summary: 'Copy flags from another app',
      description:
        'Segments that the flags name come along. Flags and segments that exist stay unless `overwrite` is true. The caller must reach both apps. ' +
        'All is copied, or nothing.',
      refusals: [
        '404 app_not_found',
        '409 flag_limit',
        '409 targeting_too_large',
        '409 in_use',
        '409 prerequisite_conflict',
        '409 segment_limit',
      ],
    },
    flags.copyFlags,
  ),
  post(
    '/admin/apps/:slug/features/explain',
    {
      ...shared,
      isRead: true,
      pool: 'wide',
      params: SlugParams,
      body: ExplainBody,
      reply: ExplainedFlags,
      summary: 'Explain what a phone gets, and why',
      description: 'The same evaluation that phones get. It writes nothing. An app that is switched off is explained as if it were on.',
      refusals: ['404 app_not_found'],
    },
    flags.explainFlags,
  ),
  put(
    '/admin/apps/:slug/features/:flagKey',
    {
      ...shared,
      ...dryRun,
      ifMatch: true,
      params: FlagParams,
      body: FlagPatch,
      reply: FlagBody,
      summary: 'Change a flag',
      description: '`targeting` is replaced as a whole. `If-Match` with the `ETag` of an answer limits the change to that version.',
      refusals: [
        '404 app_not_found',
        '404 flag_not_found',
        '409 flag_limit',
        '409 targeting_too_large',
        '409 prerequisite_conflict',
        '409 in_use',
        '412 content_changed',
      ],
    },
    flags.updateFlag,
  ),
  del(
    '/admin/apps/:slug/features/:flagKey',
    {
      ...shared,
      ...dryRun,
      status: 204,
      params: FlagParams,
      reply: null,
      summary: 'Delete a flag that no other flag requires',
      refusals: ['404 app_not_found', '404 flag_not_found', '409 in_use'],
    },
    flags.deleteFlag,
  ),
];
