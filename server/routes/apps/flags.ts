import * as flags from '../../controllers/apps/flags.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { FlagBody, FlagCreate, FlagList, FlagParams, FlagPatch } from '../../schemas/apps/flags.ts';

const shared = { auth: 'manager', reach: 'app', limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/apps/:slug/features/admin',
    { ...shared, params: SlugParams, reply: FlagList, summary: 'All flags, by key', refusals: ['404 app_not_found'] },
    flags.listFlags,
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
      status: 201,
      params: SlugParams,
      body: FlagCreate,
      reply: FlagBody,
      summary: 'Create a flag',
      refusals: ['404 app_not_found', '409 flag_key_exists', '409 flag_limit', '409 prerequisite_conflict'],
    },
    flags.createFlag,
  ),
  put(
    '/admin/apps/:slug/features/:flagKey',
    {
      ...shared,
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
      status: 204,
      params: FlagParams,
      reply: null,
      summary: 'Delete a flag that no other flag requires',
      refusals: ['404 app_not_found', '404 flag_not_found', '409 in_use'],
    },
    flags.deleteFlag,
  ),
];
