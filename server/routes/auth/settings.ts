import { showSettings, updateSettings } from '../../controllers/auth/settings.ts';
import { get, put, type Row } from '../../platform/http/endpoint.ts';
import { SettingsBody, SettingsPatch } from '../../schemas/auth/settings.ts';

const access = {
  auth: 'user',
  tenant: true,
  limit: 'global',
  reply: SettingsBody,
  refusals: ['403 permission_denied', '403 project_inactive'],
} as const;

export const rows: readonly Row[] = [
  get('/settings', { ...access, summary: 'The settings of the signed-in user' }, showSettings),
  put(
    '/settings',
    {
      ...access,
      body: SettingsPatch,
      summary: 'Change the settings of the signed-in user',
      description: 'What is absent stays. The language is one of the project’s, and the one of the user’s record.',
    },
    updateSettings,
  ),
];
