import Joi from 'joi';
import { oneTimeCode } from '../../platform/http/input/code-fields.ts';
import { instant, queryInteger } from '../../platform/http/input/fields.ts';
import { idField, nullableInstant } from '../../platform/http/input/replies.ts';
import type { NewTestPhone } from '../../services/platform-admin/test-phones.ts';
import { MAX_PROJECT_ID } from './projects.ts';

export interface TestPhoneParams {
  id: number;
  phone: string;
}

export const TestPhoneParams = Joi.object<TestPhoneParams, true>({
  id: queryInteger(1, MAX_PROJECT_ID).required().description('The id of the project.'),
  phone: Joi.string().required().description('The phone number, in any common spelling.'),
});

export const TestPhoneCreate = Joi.object<NewTestPhone, true>({
  phone: Joi.string().required().description('A phone number with its country code, in any common spelling.'),
  code: oneTimeCode(4, 10).required().description('The code that is always valid for this phone.'),
  expiresAt: instant().allow(null).description('When it stops being a test phone; null for never.'),
})
  .id('TestPhoneCreate')
  .description('A new test phone.');

export interface TestPhoneBody {
  phone: string;
  code: string | null;
  source: 'database' | 'environment';
  expiresAt: string | null;
  projectId: number;
  createdAt: string | null;
}

export const TestPhoneBody = Joi.object<TestPhoneBody, true>({
  phone: Joi.string().required().description('The phone number in international form.'),
  code: Joi.string()
    .allow(null)
    .required()
    .description('The code that is always valid for this phone; null for an API key without the scope `write`.'),
  source: Joi.string()
    .valid('database', 'environment')
    .required()
    .description('`environment`: a phone of the setting `TEST_PHONES`, which no request can change or delete.'),
  expiresAt: nullableInstant.description('When it stops being a test phone; null for never.'),
  projectId: idField.description('The project that it belongs to.'),
  createdAt: nullableInstant.description('When it was created; null for a phone of `TEST_PHONES`.'),
})
  .id('TestPhone')
  .description('A phone whose code is always the same.');
export const TestPhoneList = Joi.array().items(TestPhoneBody).required().description('The test phones.');
