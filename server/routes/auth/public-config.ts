import { getPublicConfig } from '../../controllers/auth/public-config.ts';
import { get } from '../../platform/http/endpoint.ts';
import { PublicConfigBody, PublicConfigParams } from '../../schemas/auth/public-config.ts';

export const endpoints = [
  get(
    '/config/:projectId/public',
    {
      auth: 'public',
      limit: 'global',
      params: PublicConfigParams,
      reply: PublicConfigBody,
      refusals: ['403 project_inactive', '404 project_not_found'],
      summary: 'How users of a project sign in: methods, codes, waits, languages',
      description: 'For clients that have not signed in yet. A change takes effect within a second.',
    },
    getPublicConfig,
  ),
];
