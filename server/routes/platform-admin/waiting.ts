import { getWaiting } from '../../controllers/platform-admin/waiting.ts';
import { get } from '../../platform/http/endpoint.ts';
import { WaitingEnvelope } from '../../schemas/platform-admin/waiting.ts';

export const endpoints = [
  get(
    '/admin/waiting',
    {
      auth: 'manager',
      reach: 'tenant',
      role: 'staff',
      scope: 'feedback',
      tenant: true,
      limit: 'admin',
      reply: WaitingEnvelope,
      summary: 'What waits for the people on duty',
      description:
        'Of one project: content for moderators, halted releases, active maintenance, stale feature flags and mails that were not sent. Read ' +
        'from counters and indexes, so that it may be asked often.',
    },
    getWaiting,
  ),
];
