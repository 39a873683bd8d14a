import Joi from 'joi';
import { oneOf } from '../../platform/http/input/fields.ts';
import { flagField, nullableText, textField } from '../../platform/http/input/replies.ts';

export interface UpdateQuery {
  platform?: 'android' | 'ios';
  currentVersion?: string;
}

export const UpdateQuery = Joi.object<UpdateQuery>({
  platform: oneOf('android', 'ios').description('The platform of the device; may be left out.'),
  currentVersion: Joi.string()
    .allow('')
    .max(64)
    // a + that a client forgot to encode arrives as a blank: 1.4.2+57 is what a build system calls its version
    .custom((text: string) => text.replace(/^(\S+) (?=\S+$)/, '$1+'))
    .description('The version that the device runs, such as 1.4.2. Without it the status is unknown.'),
});

export const UpdateCheckBody = Joi.object({
  status: Joi.valid('up_to_date', 'update_available', 'update_required', 'unknown').required(),
  updateAvailable: flagField,
  forceUpdate: flagField,
  reason: Joi.valid('none', 'newer_release', 'forced_release', 'below_minimum').required(),
  currentVersion: nullableText,
  latestVersion: Joi.string().required(),
  latestVersionCode: Joi.number().integer().min(0).required(),
  minVersion: nullableText,
  storeUrl: textField,
  changelog: nullableText,
  platform: Joi.valid('android', 'ios', null).required(),
}).id('UpdateCheck');
