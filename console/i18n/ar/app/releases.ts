import type { Texts } from '../../en.ts';

export const releases: Texts['releases'] = {
  title: 'الإصدارات',
};
