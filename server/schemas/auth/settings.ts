import Joi from 'joi';
import { boolean, patch, pattern } from '../../platform/http/input/fields.ts';
import { flagField } from '../../platform/http/input/replies.ts';
import type * as service from '../../services/auth/users/settings.ts';

/** The service checks that the project has the language. */
export const SettingsPatch = patch<service.SettingsPatch>({
  notifications: boolean(),
  language: pattern(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'a language such as en, ar or pt-BR'),
} satisfies Joi.StrictSchemaMap<service.SettingsPatch>);

export interface SettingsBody {
  notifications: boolean;
  language: string;
}

export const SettingsBody = Joi.object<SettingsBody, true>({ notifications: flagField, language: Joi.string().required() }).id(
  'UserSettings',
);
