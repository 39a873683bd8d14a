import Joi from 'joi';
import type { ProjectSettings, SettingsChanges } from '../../domain/project-settings.ts';
import { boolean, integer, oneOf, patch, pattern, queryInteger, singleLineText } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField } from '../../platform/http/input/replies.ts';
import type { NewProject, ProjectPatch as ProjectPatchInput } from '../../services/platform-admin/projects.ts';

/** Ids fit the column and the X-Project-ID header. */
export const MAX_PROJECT_ID = 2_147_483_647;

export interface ProjectParams {
  id: number;
}

export const ProjectParams = Joi.object<ProjectParams, true>({ id: queryInteger(1, MAX_PROJECT_ID).required() });

export const ProjectCreate = Joi.object<NewProject, true>({
  name: singleLineText({ max: 100 }).required(),
  id: integer(1, MAX_PROJECT_ID),
});

const values = {
  loginMethods: listOf(oneOf('phone_password', 'phone_otp', 'username_password')),
  contentWriters: oneOf('authenticated', 'staff'),
  onePerAuthor: listOf(oneOf('auction', 'product', 'order', 'driver', 'store', 'group_deal')),
  languages: listOf(pattern(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'a language such as en, ar or pt-BR')),
};

/** Lists are replaced as a whole; null resets a value of `otp` to the server's configuration. */
const Settings = patch<SettingsChanges>({
  loginMethods: values.loginMethods.min(1),
  registration: boolean(),
  otp: patch({ length: integer(4, 10).allow(null), ttlSeconds: integer(1, 86_400).allow(null) }),
  contentWriters: values.contentWriters,
  onePerAuthor: values.onePerAuthor,
  languages: values.languages.min(1).max(20),
});

export const ProjectPatch = patch<ProjectPatchInput>({
  name: singleLineText({ max: 100 }),
  isActive: boolean(),
  settings: Settings,
} satisfies Joi.StrictSchemaMap<ProjectPatchInput>);

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

export const ProjectBody = Joi.object<ProjectBody, true>({
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
