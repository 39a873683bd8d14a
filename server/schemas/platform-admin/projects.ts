import Joi from 'joi';
import { integer, line, oneOf, patch, queryInteger, word, yesNo } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type { ProjectSettings, SettingsChanges } from '../../platform/project-settings.ts';

/** Ids fit the column and the X-Project-ID header. */
export const MAX_PROJECT_ID = 2_147_483_647;

export interface ProjectParams {
  id: number;
}

export const ProjectParams = Joi.object<ProjectParams>({ id: queryInteger(1, MAX_PROJECT_ID).required() });

export interface ProjectCreate {
  name: string;
  id?: number;
}

export const ProjectCreate = Joi.object<ProjectCreate>({ name: line({ max: 100 }).required(), id: integer(1, MAX_PROJECT_ID) });

const values = {
  loginMethods: listOf(oneOf('phone_password', 'phone_otp', 'username_password')),
  contentWriters: oneOf('authenticated', 'staff'),
  onePerAuthor: listOf(oneOf('auction', 'product', 'order', 'driver', 'store', 'group_deal')),
  languages: listOf(word(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'a language such as en, ar or pt-BR')),
};

/** Lists are replaced as a whole; null gives a value of `otp` back to the server's configuration. */
const Settings = patch<SettingsChanges>({
  loginMethods: values.loginMethods.min(1),
  registration: yesNo(),
  otp: patch({ length: integer(4, 10).allow(null), ttlSeconds: integer(1, 86_400).allow(null) }),
  contentWriters: values.contentWriters,
  onePerAuthor: values.onePerAuthor,
  languages: values.languages.min(1).max(20),
});

export interface ProjectPatch {
  name?: string;
  isActive?: boolean;
  settings?: SettingsChanges;
}

export const ProjectPatch = patch<ProjectPatch>({ name: line({ max: 100 }), isActive: yesNo(), settings: Settings });

export interface ProjectBody {
  id: number;
  name: string;
  isActive: boolean;
  settings: ProjectSettings;
  createdAt: string;
  updatedAt: string;
}

const SettingsBody = Joi.object<ProjectSettings>({
  loginMethods: values.loginMethods.required(),
  registration: flagField,
  otp: Joi.object({ length: Joi.number().integer().required(), ttlSeconds: Joi.number().integer().required() }).required(),
  contentWriters: values.contentWriters.required(),
  onePerAuthor: values.onePerAuthor.required(),
  languages: values.languages.required(),
});

export const ProjectBody = Joi.object<ProjectBody>({
  id: idField,
  name: Joi.string().required(),
  isActive: flagField,
  settings: SettingsBody.required(),
  createdAt: instantField,
  updatedAt: instantField,
}).id('Project');
export const ProjectList = Joi.array().items(ProjectBody).required();

function listOf(item: Joi.StringSchema): Joi.ArraySchema {
  return Joi.array().items(item).unique();
}
