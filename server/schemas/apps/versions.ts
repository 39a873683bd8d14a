import Joi from 'joi';
import type { ReleaseGuard } from '../../domain/releases/guard.ts';
import type { Notes } from '../../domain/releases/offers.ts';
import { ROLLOUT_STATES, type RolloutPlan, type RolloutState, type RolloutStep } from '../../domain/releases/rollout.ts';
import { boolean, instant, integer, oneOf, optionalMultilineText, patch, pathId } from '../../platform/http/input/fields.ts';
import { countField, flagField, idField, instantField, nullableInstant, nullableText } from '../../platform/http/input/replies.ts';
import type { NewVersion, VersionPatch as VersionPatchInput } from '../../services/apps/releases/release-columns.ts';
import { slugField, storeUrl, versionName } from './apps.ts';
import { time } from './targeting.ts';
import { lenientVersion } from './version-field.ts';

export interface VersionParams {
  slug: string;
  id: number;
}

/** Either of both. */
export interface VersionRolloutInput {
  percent?: number;
  steps?: RolloutPlan['steps'];
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
  platform: 'android' | 'ios' | null;
  rolloutPercent: number;
  rolloutState: RolloutState;
  steps: RolloutStep[];
  haltedAt: string | null;
  offeredPercent: number;
  forceAfter: string | null;
  priority: number;
  minOsVersion: string | null;
  notes: Notes | null;
  remindAfterHours: number;
  guard: ReleaseGuard | null;
  guardActedAt: string | null;
  createdAt: string;
}

const MAX_STEPS = 50;
const MAX_HOURS = 8_760;

const note = () => optionalMultilineText({ max: 5_000 });

function notesOf(name: string): Joi.ObjectSchema<Notes> {
  return Joi.object<Notes, true>({ en: note().description('In English.'), ar: note().description('In Arabic.') })
    .id(name)
    .description('What is new, for users, by language.');
}

const guardAction = () => oneOf('halt', 'warn').description('Whether it halts the rollout or only warns.');

function guardOf(name: string, action: Joi.StringSchema<ReleaseGuard['action']>): Joi.ObjectSchema<ReleaseGuard> {
  return Joi.object<ReleaseGuard, true>({
    maxRate: Joi.number().strict().greater(0).max(1).required().description('The share of users with a crash, above which it acts.'),
    minUsers: integer(1, 1_000_000_000).required().description('The number of users of the release, below which it does not act.'),
    action,
  })
    .id(name)
    .description('What happens when the release crashes too often.');
}

function stepsOf(name: string): Joi.ArraySchema<RolloutStep[]> {
  const step = Joi.object<RolloutStep, true>({
    at: time().required().description('From when on.'),
    percent: integer(0, 100).required().description('The percent of the phones from then on; not below the step before.'),
  });
  return Joi.array().items(step.id(name).description('A step of a rollout.')).max(MAX_STEPS);
}

const plan = {
  rolloutPercent: integer(0, 100).description('The percent of the phones that it is offered to; before the first step, if it has steps.'),
  steps: Joi.alternatives(oneOf('appstore'), stepsOf('RolloutStepInput'))
    .allow(null)
    .description('The steps in the order of their time; `appstore` is 1, 2, 5, 10, 20, 50 and 100 percent, a day apart.'),
};

const optional = {
  minVersion: versionName.allow(null).description('Installations below this version must update.'),
  storeUrl: storeUrl.allow(null).description('Where to get this release, when it differs from the address of the app.'),
  changelog: optionalMultilineText({ max: 20_000 }).description('What is new, for users.'),
  platform: oneOf('android', 'ios').allow(null).description('The only platform that it is for; null for every platform of the app.'),
  ...plan,
  rolloutState: oneOf(...ROLLOUT_STATES).description('A halted release is offered to no phone, and its steps wait.'),
  forceAfter: instant().allow(null).description('From then on it is forced.'),
  priority: integer(0, 5).description('0 to 5. From 3 on the app may update in the background, at 5 it asks at once.'),
  minOsVersion: lenientVersion().allow(null).description('The oldest operating system that it runs on.'),
  notes: notesOf('ReleaseNotesInput').allow(null),
  remindAfterHours: integer(0, MAX_HOURS).description('The hours after which a phone may remind of it again.'),
  guard: guardOf('ReleaseGuardInput', guardAction().default('warn')).allow(null),
};

export const VersionParams = Joi.object<VersionParams, true>({
  slug: slugField.required().description('The short name of the app, which its addresses contain.'),
  id: pathId().description('The id of the release.'),
});

export const VersionCreate = Joi.object<NewVersion, true>({
  versionName: versionName.required().description('The version for people, such as 1.4.2.'),
  versionCode: integer(1, Number.MAX_SAFE_INTEGER)
    .required()
    .description('A number above that of every earlier release for the same platform.'),
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

export const VersionRollout = patch<VersionRolloutInput>({
  percent: plan.rolloutPercent.description('The percent of the phones from now on.'),
  steps: plan.steps,
} satisfies Joi.StrictSchemaMap<VersionRolloutInput>)
  .oxor('percent', 'steps')
  .messages({ 'object.oxor': 'either percent or steps must be given, not both' })
  .id('VersionRollout')
  .description('A percent or steps; the other one is removed.');

export const VersionBody = Joi.object<VersionBody, true>({
  id: idField.description('The id of the release.'),
  versionName: Joi.string().required().description('The version for people.'),
  versionCode: idField.description('The number of the release, which grows with each one.'),
  minVersion: nullableText.description('Installations below this version must update.'),
  isForce: flagField.description('Whether every older installation must update.'),
  storeUrl: nullableText.description('Where to get this release, when it differs from the address of the app.'),
  changelog: nullableText.description('What is new, for users.'),
  isActive: flagField.description('Whether the update check knows the release.'),
  platform: oneOf('android', 'ios')
    .allow(null)
    .required()
    .description('The only platform that it is for; null for every platform of the app.'),
  rolloutPercent: countField.max(100).description('The percent of the phones before the first step.'),
  rolloutState: oneOf(...ROLLOUT_STATES)
    .required()
    .description('A halted release is offered to no phone, and its steps wait.'),
  steps: stepsOf('RolloutStep').required().description('The steps in the order of their time.'),
  haltedAt: nullableInstant.description('Since when it is halted; null while it is not.'),
  offeredPercent: countField.max(100).description('The percent of the phones that it is offered to now.'),
  forceAfter: nullableInstant.description('From then on it is forced.'),
  priority: countField.max(5).description('How urgent it is, 0 to 5.'),
  minOsVersion: nullableText.description('The oldest operating system that it runs on.'),
  notes: notesOf('ReleaseNotes').allow(null).required(),
  remindAfterHours: countField.description('The hours after which a phone may remind of it again.'),
  guard: guardOf('ReleaseGuard', guardAction().required()).allow(null).required(),
  guardActedAt: nullableInstant.description('When the guard acted. It then leaves the release alone until the rule is changed.'),
  createdAt: instantField.description('When the release was published.'),
})
  .id('AppVersion')
  .description('A release of an app.');
export const VersionList = Joi.array().items(VersionBody).required().description('The releases.');
