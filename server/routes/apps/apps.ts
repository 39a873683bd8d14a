import * as apps from '../../controllers/apps/apps.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { AppBody, AppCreate, AppList, AppPatch, AppsQuery, SlugParams } from '../../schemas/apps/apps.ts';

export const endpoints = [
  get(
    '/admin/apps',
    { auth: 'manager', reach: 'apps', limit: 'admin', query: AppsQuery, reply: AppList, summary: 'The apps that the key may use, by slug' },
    apps.listApps,
  ),
  post(
    '/admin/apps',
    {
      auth: 'manager',
      reach: 'own',
      tenant: true,
      limit: 'admin',
      status: 201,
      body: AppCreate,
      reply: AppBody,
      summary: 'Register an app',
      refusals: ['404 project_not_found', '409 app_slug_exists'],
    },
    apps.createApp,
  ),
  get(
    '/admin/apps/:slug',
    {
      auth: 'manager',
      reach: 'app',
      limit: 'admin',
      params: SlugParams,
      reply: AppBody,
      summary: 'One app, also an inactive one',
      refusals: ['404 app_not_found'],
    },
    apps.getManagedApp,
  ),
  put(
    '/admin/apps/:slug',
    {
      auth: 'manager',
      reach: 'app',
      limit: 'admin',
      params: SlugParams,
      body: AppPatch,
      reply: AppBody,
      summary: 'Change an app',
      refusals: ['404 app_not_found'],
    },
    apps.updateApp,
  ),
];
