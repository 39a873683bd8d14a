import Joi from 'joi';
import { boolean, integer, multilineText, patch, pathId } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
import type { NewVersion, VersionPatch as VersionPatchInput } from '../../services/apps/versions.ts';
import { slugField, storeUrl, versionName } from './apps.ts';

export interface VersionParams {
  slug: string;
  id: number;
}

export interface VersionBody {
  id: number;
  versionName: string;
  versionCode: number;
  minVersion: string | null;
  isForce: boolean;
  storeUrl: string | null;
  changelog: string | null;
  isActive: boolean;
  createdAt: string;
}

const optional = {
  minVersion: versionName.allow(null).description('Installations below this version must update.'),
  storeUrl: storeUrl.allow(null).description('Where to get this release, when it differs from the address of the app.'),
  changelog: multilineText({ min: 0, max: 20_000 }).allow(null).description('What is new, for users.'),
};

export const VersionParams = Joi.object<VersionParams, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  id: pathId().description('The id of the release.'),
});

export const VersionCreate = Joi.object<NewVersion, true>({
  versionName: versionName.required().description('The version for people, such as 1.4.2.'),
  versionCode: integer(1, Number.MAX_SAFE_INTEGER).required().description('A number above that of every earlier release.'),
  ...optional,
  isForce: boolean().default(false).description('Whether every older installation must update.'),
  isActive: boolean().default(true).description('Whether the update check knows the release.'),
})
  .id('VersionCreate')
  .description('A new release.');

export const VersionPatch = patch<VersionPatchInput>({
  ...optional,
  isForce: boolean().description('Whether every older installation must update.'),
  isActive: boolean().description('Whether the update check knows the release.'),
} satisfies Joi.StrictSchemaMap<VersionPatchInput>)
  .id('VersionPatch')
  .description('The changes of a release; absent fields stay.');

export const VersionBody = Joi.object<VersionBody, true>({
  id: idField.description('The id of the release.'),
  versionName: Joi.string().required().description('The version for people.'),
  versionCode: idField.description('The number of the release, which grows with each one.'),
  minVersion: nullableText.description('Installations below this version must update.'),
  isForce: flagField.description('Whether every older installation must update.'),
  storeUrl: nullableText.description('Where to get this release, when it differs from the address of the app.'),
  changelog: nullableText.description('What is new, for users.'),
  isActive: flagField.description('Whether the update check knows the release.'),
  createdAt: instantField.description('When the release was published.'),
})
  .id('AppVersion')
  .description('A release of an app.');
export const VersionList = Joi.array().items(VersionBody).required().description('The releases.');
