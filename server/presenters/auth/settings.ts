import type { User } from '../../../models/auth/User.ts';
import type { SettingsBody } from '../../schemas/auth/settings.ts';

export function presentSettings({ notifications, language }: User): SettingsBody {
  return { notifications, language };
}
