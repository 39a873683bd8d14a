import Joi from 'joi';
import { envelopeOf } from '../../../platform/http/input/envelope.ts';
import { oneOf, queryInteger } from '../../../platform/http/input/fields.ts';
import { countField, idField } from '../../../platform/http/input/replies.ts';

export interface VersionHealthQuery {
  days: number;
}

export interface VersionHealthBody {
  id: number;
  versionName: string;
  versionCode: number;
  platform: 'android' | 'ios' | null;
  users: number;
  share: number;
  crashUsers: number;
  crashRate: number | null;
}

export const VersionHealthQuery = Joi.object<VersionHealthQuery, true>({
  days: queryInteger(1, 90).default(30).description('How many days back from now.'),
});

const VersionHealth = Joi.object<VersionHealthBody, true>({
  id: idField.description('The id of the release.'),
  versionName: Joi.string().required().description('The version for people.'),
  versionCode: idField.description('The number of the release.'),
  platform: oneOf('android', 'ios').allow(null).required().description('The only platform that it is for; null for every platform.'),
  users: countField.description(
    'The users whose last event came from it. Builds of one version and platform count for the newest of them.',
  ),
  share: Joi.number().min(0).max(1).required().description('The part of all users whose last event named a version, from 0 to 1.'),
  crashUsers: countField.description('The users whose last crash was in it, also if they have updated since.'),
  crashRate: Joi.number()
    .min(0)
    .max(1)
    .allow(null)
    .required()
    .description('The share of users with a crash, from 0 to 1; null with fewer than 20 users.'),
})
  .id('VersionHealth')
  .description('The users and crashes of a release.');

export const VersionHealthReply = envelopeOf(
  Joi.array().items(VersionHealth).required().description('The releases, the newest first.'),
  'VersionHealthReply',
).description('How each release does.');
