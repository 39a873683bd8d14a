import type { Texts } from '../../en.ts';

export const flags: Texts['flags'] = {
  title: 'الميزات',
};
