import Joi from 'joi';
import { boolean, integer, oneOf, patch, pattern, queryInteger, singleLineText, webUrl } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, textField } from '../../platform/http/input/replies.ts';
import type { AppPatch as AppPatchInput, NewApp } from '../../services/apps/apps.ts';
import { semanticVersion } from './version-field.ts';

export interface SlugParams {
  slug: string;
}

export interface AppsQuery {
  projectId?: number;
}

export interface PublicAppBody extends NewApp {
  currentVersion: string;
  currentVersionCode: number;
  isActive: boolean;
}

export interface AppBody extends PublicAppBody {
  id: number;
  projectId: number;
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
  name: singleLineText({ max: 200 }).description('The name of the app for people.'),
  platform: oneOf('android', 'ios', 'both').description('The platforms that the app exists for.'),
  packageName: pattern(/^[A-Za-z0-9_-]+(?:\.[A-Za-z0-9_-]+)*$/, 'a package identifier such as com.example.app')
    .max(255)
    .description('The package name or bundle id in the store.'),
  storeUrl: storeUrl.description('The address of the app in its store; empty when it has none.'),
};

export const AppsQuery = Joi.object<AppsQuery, true>({
  projectId: queryInteger(1, 2_147_483_647).description('Only the apps of this project.'),
});

export const SlugParams = Joi.object<SlugParams, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
});

export const AppCreate = Joi.object<NewApp, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  name: fields.name.required(),
  platform: fields.platform.required(),
  packageName: fields.packageName.required(),
  storeUrl: fields.storeUrl.default(''),
})
  .id('AppCreate')
  .description('A new app.');

export const AppPatch = patch<AppPatchInput>({
  ...fields,
  currentVersion: versionName.description('The current version, which publishing a release sets too.'),
  currentVersionCode: integer(0, Number.MAX_SAFE_INTEGER).description('The code of the current version.'),
  isActive: boolean().description('Whether the public endpoints know the app.'),
} satisfies Joi.StrictSchemaMap<AppPatchInput>)
  .id('AppPatch')
  .description('The changes of an app; absent fields stay.');

const publicFields = {
  slug: Joi.string().required().description('The short name of the app, which its addresses contain.'),
  name: Joi.string().required().description('The name of the app for people.'),
  platform: fields.platform.required(),
  packageName: Joi.string().required().description('The package name or bundle id in the store.'),
  currentVersion: Joi.string().required().description('The current version.'),
  currentVersionCode: Joi.number().integer().min(0).required().description('The code of the current version.'),
  storeUrl: textField.description('The address of the app in its store; empty when it has none.'),
  isActive: flagField.description('Whether the public endpoints know the app.'),
};

export const PublicAppBody = Joi.object<PublicAppBody, true>(publicFields)
  .id('PublicApp')
  .description('The public information about an app.');
export const AppBody = Joi.object<AppBody, true>({
  id: idField.description('The id of the app.'),
  projectId: idField.description('The project that it belongs to.'),
  ...publicFields,
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
})
  .id('App')
  .description('A mobile app with all that its owners see.');
export const AppList = Joi.array().items(AppBody).required().description('The apps.');
