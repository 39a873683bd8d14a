import { getCaller } from '../../controllers/platform-admin/whoami.ts';
import { get } from '../../platform/http/endpoint.ts';
import { WhoamiBody } from '../../schemas/platform-admin/whoami.ts';

export const endpoints = [
  get(
    '/admin/whoami',
    {
      auth: 'manager',
      reach: 'self',
      role: 'staff',
      limit: 'admin',
      pool: 'memory',
      reply: WhoamiBody,
      summary: 'The caller, and what it reaches',
      description: 'For an API key its scopes, project and apps; for a person the roles and the project.',
    },
    getCaller,
  ),
];
