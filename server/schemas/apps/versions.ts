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
  minVersion: versionName.allow(null),
  storeUrl: storeUrl.allow(null),
  changelog: multilineText({ min: 0, max: 20_000 }).allow(null),
};

export const VersionParams = Joi.object<VersionParams, true>({ slug: slugField.required(), id: pathId() });

export const VersionCreate = Joi.object<NewVersion, true>({
  versionName: versionName.required(),
  versionCode: integer(1, Number.MAX_SAFE_INTEGER).required(),
  ...optional,
  isForce: boolean().default(false),
  isActive: boolean().default(true),
});

export const VersionPatch = patch<VersionPatchInput>({
  ...optional,
  isForce: boolean(),
  isActive: boolean(),
} satisfies Joi.StrictSchemaMap<VersionPatchInput>);

export const VersionBody = Joi.object<VersionBody, true>({
  id: idField,
  versionName: Joi.string().required(),
  versionCode: idField,
  minVersion: nullableText,
  isForce: flagField,
  storeUrl: nullableText,
  changelog: nullableText,
  isActive: flagField,
  createdAt: instantField,
}).id('AppVersion');
export const VersionList = Joi.array().items(VersionBody).required();
