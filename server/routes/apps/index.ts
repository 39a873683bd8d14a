import type { Service } from '../../platform/http/endpoint.ts';
import { endpoints as analytics } from './analytics.ts';
import { endpoints as apiKeys } from './api-keys.ts';
import { endpoints as apps } from './apps.ts';
import { endpoints as flags } from './flags.ts';
import { endpoints as maintenance } from './maintenance.ts';
import { endpoints as publicReads } from './public.ts';
import { endpoints as versions } from './versions.ts';

/** App management. The public reads come first, because Express searches its routes from the top. */
export const appsService = {
  name: 'apps',
  prefix: '/api/v1',
  title: 'App management',
  endpoints: [...publicReads, ...analytics, ...apps, ...versions, ...maintenance, ...flags, ...apiKeys],
} satisfies Service;
