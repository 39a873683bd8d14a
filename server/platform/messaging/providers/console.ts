import { maskPhone } from '../../mask.ts';
import type { Channel } from '../channel.ts';
import { object, refuseAt } from '../routes/shapes.ts';
import { noticeText } from '../texts.ts';
import { providerType } from './provider-type.ts';

/** For development: prints the code to standard output, because log lines never contain codes. */
export const consoleType = providerType({
  prose: 'prints codes on the standard output, for development; refused in production',
  kind: 'other',
  settings: (value, place) =>
    place.isProduction
      ? refuseAt(place, 'the type console is refused in production, where it would print codes into the log')
      : object({})(value, place),
  sender: () => null,
  connect: consoleChannel,
});

function consoleChannel(): Channel {
  return {
    send: async ({ phone, code }) => {
      process.stdout.write(`Code for ${maskPhone(phone)}: ${code}\n`);
      return null;
    },
    notify: async (notice) => {
      process.stdout.write(`Notice for ${maskPhone(notice.phone)}: ${noticeText(notice)}\n`);
    },
  };
}
