import Joi from 'joi';
import { oneOf } from '../../platform/http/input/fields.ts';
import { flagField, nullableText, textField } from '../../platform/http/input/replies.ts';
import type { UpdateCheck } from '../../services/apps/update-check.ts';

export interface UpdateQuery {
  platform?: 'android' | 'ios';
  currentVersion?: string;
}

export const UpdateQuery = Joi.object<UpdateQuery, true>({
  platform: oneOf('android', 'ios').description('The platform of the device; may be left out.'),
  currentVersion: Joi.string()
    .allow('')
    .max(64)
    // build systems write 1.4.2+57, and a client that does not encode the + sends a blank
    .custom((text: string) => text.replace(/^(\S+) (?=\S+$)/, '$1+'))
    .description('The version that the device runs, such as 1.4.2. Without it the status is unknown.'),
});

export const UpdateCheckBody = Joi.object<UpdateCheck, true>({
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
