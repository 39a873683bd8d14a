import Joi from 'joi';
import { patch, word, yesNo } from '../../platform/http/input/fields.ts';
import { flagField } from '../../platform/http/input/replies.ts';

export interface SettingsPatch {
  notifications?: boolean;
  language?: string;
}

/** Which languages there are the project decides. */
export const SettingsPatch = patch<SettingsPatch>({
  notifications: yesNo(),
  language: word(/^[a-z]{2,3}(?:-[A-Z]{2})?$/, 'a language such as en, ar or pt-BR'),
});

export interface SettingsBody {
  notifications: boolean;
  language: string;
}

export const SettingsBody = Joi.object<SettingsBody>({ notifications: flagField, language: Joi.string().required() }).id('UserSettings');
