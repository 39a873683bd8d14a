import type { Texts } from '../en.ts';

export const changelog: Texts['changelog'] = {
  title: 'سجل التغييرات',
};
