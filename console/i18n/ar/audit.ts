import type { Texts } from '../en.ts';

export const audit: Texts['audit'] = {
  title: 'سجل التدقيق',
};
