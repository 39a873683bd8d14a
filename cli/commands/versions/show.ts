import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { DEVICE_PLATFORMS } from './check-choices.ts';
import { findRelease, type ReleaseName, readCode, readReleases } from './releases.ts';
import { textOfGuard } from './rollouts/guard-rule.ts';
import { rolloutPicture } from './rollouts/rollout-picture.ts';

export default defineCommand<ReleaseName>({
  parse: ({ args: [slug, code], options }) => ({
    slug: readSlug(slug),
    code: readCode(code),
    platform: options.choice('platform', DEVICE_PLATFORMS),
  }),
  async run(context, name) {
    const { print } = context;
    const release = findRelease(await readReleases(context, name.slug), name);
    print.record(
      [
        ['Version', release.versionName],
        ['Code', release.versionCode],
        ['Platform', release.platform ?? 'all'],
        ['State', release.isActive ? release.rolloutState : 'inactive', 'status'],
        ['Rollout', print.isForPeople ? rolloutPicture(context, release).join('\n') : release.offeredPercent],
        ['Forced', release.isForce ? 'yes' : release.forceAfter === null ? 'no' : `from ${print.time(release.forceAfter)}`],
        ['Minimum', release.minVersion],
        ['Priority', release.priority],
        ['Minimum OS', release.minOsVersion],
        ['Remind after hours', release.remindAfterHours],
        ['Guard', release.guard === null ? null : textOfGuard(release.guard)],
        ['Guard acted', print.time(release.guardActedAt)],
        ['Notes', release.notes?.en ?? null],
        ['Notes in Arabic', release.notes?.ar ?? null],
        ['Changelog', release.changelog],
        ['Store', release.storeUrl],
        ['Published', print.time(release.createdAt)],
      ],
      release,
    );
  },
});
