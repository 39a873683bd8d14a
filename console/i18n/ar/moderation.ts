import type { Texts } from '../en.ts';

export const moderation: Texts['moderation'] = {
  title: 'الإشراف',
};
