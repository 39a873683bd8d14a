import { showPublicConfig } from '../../controllers/auth/public-config.ts';
import { get, type Row } from '../../platform/http/endpoint.ts';
import { PublicConfigBody, PublicConfigParams } from '../../schemas/auth/public-config.ts';

export const rows: readonly Row[] = [
  get(
    '/config/:projectId/public',
    {
      auth: 'public',
      limit: 'global',
      params: PublicConfigParams,
      reply: PublicConfigBody,
      refusals: ['403 project_inactive', '404 project_not_found'],
      summary: 'How users of a project sign in: methods, codes, waits, languages',
      description: 'Read before anybody has signed in. A change is seen within a second.',
    },
    showPublicConfig,
  ),
];
