import type { Texts } from '../../en.ts';

export const maintenance: Texts['maintenance'] = {
  title: 'الصيانة',
};
