import Joi from 'joi';
import { integer, paragraphs, patch, pathId, yesNo } from '../../platform/http/input/fields.ts';
import { flagField, idField, instantField, nullableText } from '../../platform/http/input/replies.ts';
import { slugField, storeUrl, versionName } from './apps.ts';

export interface VersionParams {
  slug: string;
  id: number;
}

export interface VersionCreate {
  versionName: string;
  versionCode: number;
  minVersion?: string | null;
  isForce: boolean;
  storeUrl?: string | null;
  changelog?: string | null;
  isActive: boolean;
}

export interface VersionPatch {
  isActive?: boolean;
  isForce?: boolean;
  minVersion?: string | null;
  storeUrl?: string | null;
  changelog?: string | null;
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
  changelog: paragraphs({ min: 0, max: 20_000 }).allow(null),
};

export const VersionParams = Joi.object<VersionParams>({ slug: slugField.required(), id: pathId() });

export const VersionCreate = Joi.object<VersionCreate>({
  versionName: versionName.required(),
  versionCode: integer(1, Number.MAX_SAFE_INTEGER).required(),
  ...optional,
  isForce: yesNo().default(false),
  isActive: yesNo().default(true),
});

export const VersionPatch = patch<VersionPatch>({ ...optional, isForce: yesNo(), isActive: yesNo() });

export const VersionBody = Joi.object<VersionBody>({
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
