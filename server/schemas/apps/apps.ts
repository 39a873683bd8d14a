import Joi from 'joi';
import { integer, line, oneOf, patch, webUrl, word, yesNo } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, textField } from '../../platform/http/input/replies.ts';
import { semanticVersion } from '../../platform/http/input/version-field.ts';

type Platform = 'android' | 'ios' | 'both';

export interface SlugParams {
  slug: string;
}

export interface AppCreate {
  slug: string;
  name: string;
  platform: Platform;
  packageName: string;
  storeUrl: string;
}

export type AppPatch = Partial<Omit<AppCreate, 'slug'> & { currentVersion: string; currentVersionCode: number; isActive: boolean }>;

export interface PublicAppBody {
  slug: string;
  name: string;
  platform: Platform;
  packageName: string;
  currentVersion: string;
  currentVersionCode: number;
  storeUrl: string;
  isActive: boolean;
}

export interface AppBody extends PublicAppBody {
  id: number;
  createdAt: string;
  updatedAt: string;
}

/** ASCII only: no spelling of another script can pass for a slug. */
export const slugField = word(
  /^(?=.{2,64}$)[a-z0-9]+(?:[-_][a-z0-9]+)*$/,
  '2 to 64 lower-case letters, digits and single - or _ between them',
);
export const versionName = semanticVersion();
export const storeUrl = webUrl().allow('');

const fields = {
  name: line({ max: 200 }),
  platform: oneOf('android', 'ios', 'both'),
  packageName: word(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'a package identifier such as com.example.app').max(255),
  storeUrl,
};

export const SlugParams = Joi.object<SlugParams>({ slug: slugField.required() });

export const AppCreate = Joi.object<AppCreate>({
  slug: slugField.required(),
  name: fields.name.required(),
  platform: fields.platform.required(),
  packageName: fields.packageName.required(),
  storeUrl: fields.storeUrl.default(''),
});

export const AppPatch = patch<AppPatch>({
  ...fields,
  currentVersion: versionName,
  currentVersionCode: integer(0, Number.MAX_SAFE_INTEGER),
  isActive: yesNo(),
});

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

export const PublicAppBody = Joi.object<PublicAppBody>(publicFields).id('PublicApp');
export const AppBody = Joi.object<AppBody>({ id: idField, ...publicFields, createdAt: instantField, updatedAt: instantField }).id('App');
export const AppList = Joi.array().items(AppBody).required();
