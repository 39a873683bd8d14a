import type { Texts } from '../../en.ts';

export const history: Texts['history'] = {
  title: 'السجل',
};
