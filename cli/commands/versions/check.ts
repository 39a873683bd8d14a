import { EXIT } from '../../errors.ts';
import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { oneLine } from '../../output/safe-text.ts';
import { given, readSlug } from '../arguments.ts';
import { required } from '../ask.ts';

type Check = components['schemas']['UpdateCheck'];

interface CheckOptions {
  readonly slug: string;
  readonly currentVersion: string;
  readonly platform?: 'android' | 'ios';
  readonly expect: Check['status'] | undefined;
}

export default verb<CheckOptions>({
  async parse({ args: [word], options }: Raw, kit: Kit) {
    const slug = readSlug(word);
    const { platform, current, expect } = options as Partial<Pick<CheckOptions, 'platform' | 'expect'>> & { current?: string };
    const currentVersion = await required(kit, current, { flag: '--current', message: 'Version that the device runs:' });
    return { slug, currentVersion, ...given({ platform }), expect };
  },
  async run({ api, print }, { slug, expect, ...query }) {
    const check = await unwrap((await api()).GET('/api/v1/apps/{slug}/version', { params: { path: { slug }, query } }));
    print.record(
      [
        ['Status', check.status],
        ['Reason', check.reason],
        ['Current', check.currentVersion],
        ['Latest', check.latestVersion],
        ['Code', check.latestVersionCode],
        ['Minimum', check.minVersion],
        ['Platform', check.platform],
        ['Store', check.storeUrl],
        ['Changelog', check.changelog],
      ],
      check,
    );
    if (expect === undefined || expect === check.status) return EXIT.done;
    print.note(`Expected ${expect}, but a client is told ${oneLine(check.status)}.`);
    return EXIT.failed;
  },
});
