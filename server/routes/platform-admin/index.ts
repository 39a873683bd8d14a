import { type Service, underHeading } from '../../platform/http/endpoint.ts';
import { endpoints as auditLog } from './audit-log.ts';
import { endpoints as operators } from './operators.ts';
import { endpoints as projects } from './projects.ts';
import { endpoints as testPhones } from './test-phones.ts';
import { endpoints as waiting } from './waiting.ts';
import { endpoints as webhookDeliveries } from './webhook-deliveries.ts';
import { endpoints as webhooks } from './webhooks.ts';
import { endpoints as whoami } from './whoami.ts';

export const platformAdminService = {
  name: 'platform-admin',
  prefix: '/api/v1',
  heading: { name: 'Projects', description: 'The projects of the server and their settings.' },
  endpoints: [
    ...projects,
    ...underHeading('Operators', 'Staff and admins of a project.', operators),
    ...underHeading('Test phones', 'Phones whose code is always the same, for app reviews and tests.', testPhones),
    ...underHeading('Webhooks', 'Addresses of your team that get events, and the deliveries to them.', [...webhooks, ...webhookDeliveries]),
    ...underHeading('Caller', 'The operator or API key that asks.', whoami),
    ...underHeading('Waiting', 'What waits for the people on duty.', waiting),
    ...underHeading('Audit log', 'Who did what, when and from where.', auditLog),
  ],
} satisfies Service;
