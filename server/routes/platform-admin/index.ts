import type { Service } from '../../platform/http/endpoint.ts';
import { rows as operators } from './operators.ts';
import { rows as projects } from './projects.ts';
import { rows as testPhones } from './test-phones.ts';

export const platformAdmin: Service = {
  name: 'platform-admin',
  prefix: '/api/v1',
  title: 'Projects and operators',
  rows: [...projects, ...operators, ...testPhones],
};
