import * as apps from '../../controllers/apps/apps.ts';
import { get, post, put } from '../../platform/http/endpoint.ts';
import { AppBody, AppCreate, AppList, AppPatch, SlugParams } from '../../schemas/apps/apps.ts';

export const endpoints = [
  get(
    '/admin/apps',
    { auth: 'apiKey', keyScope: 'list', limit: 'admin', reply: AppList, summary: 'The apps that the key may use, by slug' },
    apps.listApps,
  ),
  post(
    '/admin/apps',
    {
      auth: 'apiKey',
      keyScope: 'platform',
      limit: 'admin',
      status: 201,
      body: AppCreate,
      reply: AppBody,
      summary: 'Register an app',
      refusals: ['409 app_slug_exists'],
    },
    apps.createApp,
  ),
  put(
    '/admin/apps/:slug',
    {
      auth: 'apiKey',
      keyScope: 'app',
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
