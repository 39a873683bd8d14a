import { createTestPhone, deleteTestPhone, listTestPhones } from '../../controllers/platform-admin/test-phones.ts';
import { del, get, post, type Row } from '../../platform/http/endpoint.ts';
import { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import { TestPhoneBody, TestPhoneCreate, TestPhoneList, TestPhoneParams } from '../../schemas/platform-admin/test-phones.ts';

const access = { auth: 'apiKey', reach: 'platform', limit: 'admin' } as const;

export const rows: readonly Row[] = [
  get(
    '/admin/projects/:id/test-phones',
    {
      ...access,
      params: ProjectParams,
      reply: TestPhoneList,
      refusals: ['404 project_not_found'],
      summary: 'The test phones of a project',
    },
    listTestPhones,
  ),
  post(
    '/admin/projects/:id/test-phones',
    {
      ...access,
      params: ProjectParams,
      body: TestPhoneCreate,
      reply: TestPhoneBody,
      status: 201,
      refusals: ['400 invalid_phone', '404 project_not_found', '409 test_phone_exists', '409 test_phone_limit'],
      summary: 'Make a test phone, whose code is always the same',
      description: 'At most 10 a project, those of `TEST_PHONES` among them; without `expiresAt` it stays until it is deleted.',
    },
    createTestPhone,
  ),
  del(
    '/admin/projects/:id/test-phones/:phone',
    {
      ...access,
      params: TestPhoneParams,
      reply: null,
      status: 204,
      refusals: ['400 invalid_phone', '404 project_not_found', '404 test_phone_not_found'],
      summary: 'Delete a test phone',
    },
    deleteTestPhone,
  ),
];
