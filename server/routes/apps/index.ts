import type { Service } from '../../platform/http/endpoint.ts';
import { rows as analytics } from './analytics.ts';
import { rows as apiKeys } from './api-keys.ts';
import { rows as apps } from './apps.ts';
import { rows as flags } from './flags.ts';
import { rows as maintenance } from './maintenance.ts';
import { rows as publicReads } from './public.ts';
import { rows as versions } from './versions.ts';

/** App management (spec/app-management.md). The reads of every client come first: the router looks from the top. */
export const appsService: Service = {
  name: 'apps',
  prefix: '/api/v1',
  title: 'App management',
  rows: [...publicReads, ...analytics, ...apps, ...versions, ...maintenance, ...flags, ...apiKeys],
};
