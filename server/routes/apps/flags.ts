import * as flags from '../../controllers/apps/flags.ts';
import { del, get, post, put, type Row } from '../../platform/http/endpoint.ts';
import { SlugParams } from '../../schemas/apps/apps.ts';
import { FlagBody, FlagCreate, FlagList, FlagParams, FlagPatch } from '../../schemas/apps/flags.ts';

const facts = { auth: 'apiKey', reach: 'app', limit: 'admin' } as const;

export const rows: readonly Row[] = [
  get(
    '/admin/apps/:slug/features/admin',
    { ...facts, params: SlugParams, reply: FlagList, summary: 'All flags, by key', refusals: ['404 app_not_found'] },
    flags.listFlags,
  ),
  post(
    '/admin/apps/:slug/features',
    {
      ...facts,
      status: 201,
      params: SlugParams,
      body: FlagCreate,
      reply: FlagBody,
      summary: 'Create a flag',
      refusals: ['404 app_not_found', '409 flag_key_exists', '409 flag_limit'],
    },
    flags.createFlag,
  ),
  put(
    '/admin/apps/:slug/features/:flagKey',
    {
      ...facts,
      params: FlagParams,
      body: FlagPatch,
      reply: FlagBody,
      summary: 'Change a flag',
      refusals: ['404 app_not_found', '404 flag_not_found', '409 flag_limit'],
    },
    flags.updateFlag,
  ),
  del(
    '/admin/apps/:slug/features/:flagKey',
    {
      ...facts,
      status: 204,
      params: FlagParams,
      reply: null,
      summary: 'Delete a flag',
      refusals: ['404 app_not_found', '404 flag_not_found'],
    },
    flags.deleteFlag,
  ),
];
