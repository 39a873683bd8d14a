import type { Texts } from '../i18n/texts.tsx';
import { AppsIcon, AuditIcon, ModerationIcon, PlansIcon, SettingsIcon, TodayIcon, UsersIcon } from '../ui/layout/icons.tsx';

/** The seven entries of the rail, in order. */
export const SECTIONS = [
  { id: 'today', to: '/', Icon: TodayIcon },
  { id: 'moderation', to: '/moderation', Icon: ModerationIcon },
  { id: 'users', to: '/users', Icon: UsersIcon },
  { id: 'apps', to: '/apps', Icon: AppsIcon },
  { id: 'plans', to: '/roadmap', Icon: PlansIcon },
  { id: 'audit', to: '/audit', Icon: AuditIcon },
  { id: 'settings', to: '/settings/account', Icon: SettingsIcon },
] as const satisfies readonly { id: keyof Texts['shell']; to: string; Icon: () => unknown }[];

/** How many entries the bottom bar of a phone has room for, beside its menu of the others. */
export const ON_PHONE = 4;
