import { getSettings, updateSettings } from '../../controllers/auth/settings.ts';
import { get, put } from '../../platform/http/endpoint.ts';
import { SettingsBody, SettingsPatch } from '../../schemas/auth/settings.ts';

const access = {
  auth: 'user',
  tenant: true,
  limit: 'account',
  reply: SettingsBody,
  refusals: ['403 permission_denied', '403 project_inactive'],
} as const;

export const endpoints = [
  get('/settings', { ...access, summary: 'The settings of the signed-in user' }, getSettings),
  put(
    '/settings',
    {
      ...access,
      body: SettingsPatch,
      summary: 'Change the settings of the signed-in user',
      description: 'Absent fields stay. The language must be one of the project; it is also shown in the profile.',
    },
    updateSettings,
  ),
];
