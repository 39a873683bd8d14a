import { type Service, underHeading } from '../../platform/http/endpoint.ts';
import { endpoints as analytics } from './analytics.ts';
import { endpoints as apiKeys } from './api-keys.ts';
import { endpoints as apps } from './apps.ts';
import { endpoints as changes } from './changes.ts';
import { endpoints as flags } from './flags.ts';
import { endpoints as maintenance } from './maintenance.ts';
import { ofrepServices } from './ofrep.ts';
import { endpoints as publicReads } from './public.ts';
import { endpoints as segments } from './segments.ts';
import { endpoints as versions } from './versions.ts';

/** App management. The public reads come first, because Express searches its routes from the top. */
export const appsService = {
  name: 'apps',
  prefix: '/api/v1',
  heading: { name: 'App start', description: 'What an app asks for at its start: information, update check, maintenance and flags.' },
  endpoints: [
    ...publicReads,
    ...underHeading('Analytics', 'Events that apps report, and their evaluation.', analytics),
    ...underHeading('Apps', 'Registers mobile apps and changes them.', apps),
    ...underHeading('App versions', 'Publishes the releases of an app, which the update check compares.', versions),
    ...underHeading('App maintenance', 'Switches the maintenance message of an app on and off.', maintenance),
    ...underHeading('Feature flags', 'Creates and changes the feature flags of an app.', flags),
    ...underHeading('Segments', 'Creates and changes the lists of conditions that the rules of flags share.', segments),
    ...underHeading('App changes', 'The history of an app, and the way back.', changes),
    ...underHeading('API keys', 'Issues and revokes the keys for app management.', apiKeys),
  ],
} satisfies Service;

export const appsServices = [appsService, ...ofrepServices];
