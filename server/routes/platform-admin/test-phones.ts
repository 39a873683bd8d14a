import { createTestPhone, deleteTestPhone, listTestPhones } from '../../controllers/platform-admin/test-phones.ts';
import { del, get, post } from '../../platform/http/endpoint.ts';
import { ProjectParams } from '../../schemas/platform-admin/projects.ts';
import { TestPhoneBody, TestPhoneCreate, TestPhoneList, TestPhoneParams } from '../../schemas/platform-admin/test-phones.ts';

const access = { auth: 'manager', reach: 'project', role: 'admin', limit: 'admin' } as const;

export const endpoints = [
  get(
    '/admin/projects/:id/test-phones',
    {
      ...access,
      params: ProjectParams,
      reply: TestPhoneList,
      refusals: ['404 project_not_found'],
      summary: 'The test phones of a project, those of `TEST_PHONES` first',
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
      summary: 'Create a test phone, whose code is always the same',
      description: 'At most 10 per project, including those of `TEST_PHONES`; without `expiresAt` it never expires.',
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
