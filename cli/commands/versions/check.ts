import { defineCommand } from '../../command.ts';
import { EXIT } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { requireText } from '../../input/required.ts';
import type { Field } from '../../output/printer.ts';
import { oneLine } from '../../output/safe-text.ts';
import { CHECK_STATUSES, DEVICE_PLATFORMS, type UpdateCheck } from './check-choices.ts';

interface CheckOptions {
  readonly slug: string;
  readonly currentVersion: string;
  readonly platform?: (typeof DEVICE_PLATFORMS)[number];
  readonly installationId?: string;
  readonly osVersion?: string;
  readonly expect: UpdateCheck['status'] | undefined;
}

export default defineCommand<CheckOptions>({
  async parse({ args: [text], options }, context) {
    const slug = readSlug(text);
    const question = { flag: '--current', message: 'Version that the device runs:' };
    const currentVersion = await requireText(context, options.text('current'), question);
    const platform = options.choice('platform', DEVICE_PLATFORMS);
    return {
      slug,
      currentVersion,
      ...omitUndefined({ platform, installationId: options.text('installation'), osVersion: options.text('os') }),
      expect: options.choice('expect', CHECK_STATUSES),
    };
  },
  async run({ api, print }, { slug, expect, ...query }) {
    const check = await unwrap((await api()).GET('/api/v1/apps/{slug}/version', { params: { path: { slug }, query } }));
    print.record(
      [
        ['Status', check.status, 'status'],
        ['Reason', check.reason],
        ['Current', check.currentVersion],
        ['Latest', check.latestVersion],
        ['Code', check.latestVersionCode],
        ['Minimum', check.minVersion],
        ['Platform', check.platform],
        ['Store', check.storeUrl],
        ['Changelog', check.changelog],
        ...(check.update === undefined ? [] : adviceFields(check.update)),
      ],
      check,
    );
    if (expect === undefined || expect === check.status) return EXIT.done;
    print.note(`Expected ${expect}, but the update check returns ${oneLine(check.status)}.`);
    return EXIT.failed;
  },
});

function adviceFields({ mode, rollout, forceAfter, notes }: NonNullable<UpdateCheck['update']>): Field[] {
  const included = rollout.included ? 'included' : 'not included';
  return [
    ['Mode', mode],
    ['Rollout', `${rollout.percent} %, ${included}`],
    ['Forced from', forceAfter],
    ['Notes', notes],
  ];
}
