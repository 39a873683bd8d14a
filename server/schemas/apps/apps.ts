import Joi from 'joi';
import { boolean, integer, oneOf, patch, pattern, singleLineText, webUrl } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, textField } from '../../platform/http/input/replies.ts';
import type { AppPatch as AppPatchInput, NewApp } from '../../services/apps/apps.ts';
import { semanticVersion } from './version-field.ts';

export interface SlugParams {
  slug: string;
}

export interface PublicAppBody extends NewApp {
  currentVersion: string;
  currentVersionCode: number;
  isActive: boolean;
}

export interface AppBody extends PublicAppBody {
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** ASCII only, so that letters of another script cannot imitate a slug. */
export const slugField = pattern(
  /^(?=.{2,64}$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
  '2 to 64 lower-case letters, digits and single - or _ between them',
);
export const versionName = semanticVersion();
export const storeUrl = webUrl().allow('');

const fields = {
  name: singleLineText({ max: 200 }),
  platform: oneOf('android', 'ios', 'both'),
  packageName: pattern(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'a package identifier such as com.example.app').max(255),
  storeUrl,
};

export const SlugParams = Joi.object<SlugParams, true>({ slug: slugField.required() });

export const AppCreate = Joi.object<NewApp, true>({
  slug: slugField.required(),
  name: fields.name.required(),
  platform: fields.platform.required(),
  packageName: fields.packageName.required(),
  storeUrl: fields.storeUrl.default(''),
});

export const AppPatch = patch<AppPatchInput>({
  ...fields,
  currentVersion: versionName,
  currentVersionCode: integer(0, Number.MAX_SAFE_INTEGER),
  isActive: boolean(),
} satisfies Joi.StrictSchemaMap<AppPatchInput>);

const publicFields = {
  slug: Joi.string().required(),
  name: Joi.string().required(),
  platform: fields.platform.required(),
  packageName: Joi.string().required(),
  currentVersion: Joi.string().required(),
  currentVersionCode: Joi.number().integer().min(0).required(),
  storeUrl: textField,
  isActive: flagField,
};

export const PublicAppBody = Joi.object<PublicAppBody, true>(publicFields).id('PublicApp');
export const AppBody = Joi.object<AppBody, true>({ id: idField, ...publicFields, createdAt: instantField, updatedAt: instantField }).id(
  'App',
);
export const AppList = Joi.array().items(AppBody).required();
