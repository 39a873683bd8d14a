import { maskPhone } from '../mask.ts';
import type { Channel } from './channel.ts';

/**
 * For development: the code on standard output, past the log, whose lines never hold one.
 * The configuration refuses it in production.
 */
export function consoleChannel(): Channel {
  return {
    name: 'console',
    send: async ({ phone, code }) => {
      process.stdout.write(`Code for ${maskPhone(phone)}: ${code}\n`);
    },
  };
}
