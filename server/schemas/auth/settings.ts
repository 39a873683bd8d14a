import Joi from 'joi';
import { boolean, patch, pattern } from '../../platform/http/input/fields.ts';
import { flagField } from '../../platform/http/input/replies.ts';
import type * as service from '../../services/auth/users/settings.ts';

/** The service checks that the project has the language. */
export const SettingsPatch = patch<service.SettingsPatch>({
  notifications: boolean().description('Whether the user wants notifications.'),
  language: pattern(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'a language such as en, ar or pt-BR').description(
    'One of the languages of the project, such as `ar`.',
  ),
} satisfies Joi.StrictSchemaMap<service.SettingsPatch>)
  .id('SettingsPatch')
  .description('The changes of the settings; absent fields stay.');

export interface SettingsBody {
  notifications: boolean;
  language: string;
}

export const SettingsBody = Joi.object<SettingsBody, true>({
  notifications: flagField.description('Whether the user wants notifications.'),
  language: Joi.string().required().description('The language of the user.'),
})
  .id('UserSettings')
  .description('The settings of a user.');
