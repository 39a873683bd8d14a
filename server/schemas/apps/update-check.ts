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
  status: oneOf('up_to_date', 'update_available', 'update_required', 'unknown').required(),
  updateAvailable: flagField,
  forceUpdate: flagField,
  reason: oneOf('none', 'newer_release', 'forced_release', 'below_minimum').required(),
  currentVersion: nullableText,
  latestVersion: Joi.string().required(),
  latestVersionCode: Joi.number().integer().min(0).required(),
  minVersion: nullableText,
  storeUrl: textField,
  changelog: nullableText,
  platform: oneOf('android', 'ios').allow(null).required(),
}).id('UpdateCheck');
