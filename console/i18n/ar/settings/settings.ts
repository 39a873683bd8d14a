import type { Texts } from '../../en.ts';

export const settings: Texts['settings'] = {
  title: 'الإعدادات',
  account: 'حسابك',
};
