import Joi from 'joi';
import { BUILD_CODE } from '../../domain/build-code.ts';
import { UPDATE_MODES, type UpdateAdvice } from '../../domain/releases/advice.ts';
import { oneOf, pattern } from '../../platform/http/input/fields.ts';
import { countField, flagField, nullableInstant, nullableText, textField } from '../../platform/http/input/replies.ts';
import type { AdvisedUpdate, UpdateAttributes } from '../../services/apps/releases/update-answer.ts';

export type UpdateQuery = UpdateAttributes;

/** The values that a client may tell about its device since releases have a rollout. */
export const deviceFields = {
  installationId: Joi.string().allow('').max(128).description('The installation of the app. It decides percentages of flags and rollouts.'),
  language: Joi.string().allow('').max(64).description('The language of the person, such as `ar`.'),
  osVersion: Joi.string().allow('').max(64).description('The version of the operating system.'),
};

export const UpdateQuery = Joi.object<UpdateQuery, true>({
  ...deviceFields,
  versionCode: pattern(BUILD_CODE, 'digits, or digits with dots between them, such as 42 or 1.2.3')
    .max(64)
    .description('The code of the build that the device runs, such as 42 or 1.2.3. It decides between builds of one version.'),
  platform: oneOf('android', 'ios').description('The platform of the device; may be left out.'),
  currentVersion: Joi.string()
    .allow('')
    .max(64)
    // build systems write 1.4.2+57, and a client that does not encode the + sends a blank
    .custom((text: string) => text.replace(/^(\S+) (?=\S+$)/, '$1+'))
    .description('The version that the device runs, such as 1.4.2. Without it the status is unknown.'),
});

const advice = Joi.object<UpdateAdvice, true>({
  mode: oneOf(...UPDATE_MODES)
    .required()
    .description('How to bring it up: `soft` tells, `flexible` loads in the background, `immediate` asks at once.'),
  priority: countField.max(5).description('How urgent the offered release is.'),
  forceAfter: nullableInstant.description('From then on the update is forced; null when it is not planned.'),
  remindAfterHours: countField.description('The hours for which the person may put it off; 0 when the update is forced.'),
  notes: nullableText.description('What is new in the offered release.'),
  language: oneOf('en', 'ar').required().description('The language of the notes.'),
  dir: oneOf('ltr', 'rtl').required().description('The direction of the notes.'),
  rollout: Joi.object<UpdateAdvice['rollout'], true>({
    percent: countField.max(100).description('The percent of the phones that the newest release is offered to.'),
    included: flagField.description('Whether it is offered to this phone.'),
  })
    .required()
    .description('How far the newest release has come.'),
})
  .id('UpdateAdvice')
  .description(
    'How the app should bring up the update. Only for requests with `installationId`, `osVersion`, `language` or `versionCode`.',
  );

export const UpdateCheckBody = Joi.object<AdvisedUpdate, true>({
  update: advice.optional(),
  status: oneOf('up_to_date', 'update_available', 'update_required', 'unknown')
    .required()
    .description('What the app should do. `update_required`: it must not go on without the update.'),
  updateAvailable: flagField.description('Whether there is a newer release.'),
  forceUpdate: flagField.description('Whether the update is forced.'),
  reason: oneOf('none', 'newer_release', 'forced_release', 'below_minimum')
    .required()
    .description('Why there is an update, or why it is forced.'),
  currentVersion: nullableText.description('The version that the request named; null without one.'),
  latestVersion: Joi.string().required().description('The newest active release.'),
  latestVersionCode: Joi.number().integer().min(0).required().description('The code of the newest active release.'),
  minVersion: nullableText.description('The lowest version that may still be used; null when there is none.'),
  storeUrl: textField.description('Where to get the update; empty when the app has no address.'),
  changelog: nullableText.description('What is new in the newest release.'),
  platform: oneOf('android', 'ios').allow(null).required().description('The platform that the request named; null without one.'),
})
  .id('UpdateCheck')
  .description('Whether there is an update, and whether it is forced.');
