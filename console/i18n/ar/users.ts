import type { Texts } from '../en.ts';

export const users: Texts['users'] = {
  title: 'المستخدمون',
};
