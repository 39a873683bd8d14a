import Joi from 'joi';
import { instant, pattern, queryInteger } from '../../platform/http/input/fields.ts';
import { idField, instantField, nullableInstant } from '../../platform/http/input/replies.ts';
import type { NewTestPhone } from '../../services/platform-admin/test-phones.ts';
import { MAX_PROJECT_ID } from './projects.ts';

export interface TestPhoneParams {
  id: number;
  phone: string;
}

export const TestPhoneParams = Joi.object<TestPhoneParams, true>({
  id: queryInteger(1, MAX_PROJECT_ID).required(),
  phone: Joi.string().required(),
});

export const TestPhoneCreate = Joi.object<NewTestPhone, true>({
  phone: Joi.string().required(),
  code: pattern(/^[0-9]{4,10}$/, '4 to 10 digits').required(),
  expiresAt: instant().allow(null),
});

export interface TestPhoneBody {
  phone: string;
  code: string;
  expiresAt: string | null;
  projectId: number;
  createdAt: string;
}

export const TestPhoneBody = Joi.object<TestPhoneBody, true>({
  phone: Joi.string().required(),
  code: Joi.string().required(),
  expiresAt: nullableInstant,
  projectId: idField,
  createdAt: instantField,
}).id('TestPhone');
export const TestPhoneList = Joi.array().items(TestPhoneBody).required();
