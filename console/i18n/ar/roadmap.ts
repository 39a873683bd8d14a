import type { Texts } from '../en.ts';

export const roadmap: Texts['roadmap'] = {
  title: 'خارطة الطريق',
};
