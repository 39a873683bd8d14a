import type { Texts } from '../../en.ts';

export const apps: Texts['apps'] = {
  title: 'التطبيقات',
  overview: 'نظرة عامة',
};
