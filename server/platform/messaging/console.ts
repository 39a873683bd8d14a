import { maskPhone } from '../mask.ts';
import type { Channel } from './channel.ts';
import { noticeText } from './texts.ts';

/** For development: prints the code to standard output, because log lines never contain codes. Refused in production. */
export function consoleChannel(): Channel {
  return {
    name: 'console',
    send: async ({ phone, code }) => {
      process.stdout.write(`Code for ${maskPhone(phone)}: ${code}\n`);
    },
    notify: async (notice) => {
      process.stdout.write(`Notice for ${maskPhone(notice.phone)}: ${noticeText(notice)}\n`);
    },
  };
}
