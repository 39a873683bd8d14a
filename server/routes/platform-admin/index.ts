import type { Service } from '../../platform/http/endpoint.ts';
import { endpoints as operators } from './operators.ts';
import { endpoints as projects } from './projects.ts';
import { endpoints as testPhones } from './test-phones.ts';

export const platformAdminService = {
  name: 'platform-admin',
  prefix: '/api/v1',
  title: 'Projects and operators',
  endpoints: [...projects, ...operators, ...testPhones],
} satisfies Service;
