import { defineCommand } from '../../../command.ts';
import { usageError } from '../../../errors/errors.ts';
import { omitUndefined, readSlug } from '../../../input/arguments.ts';
import { confirmSevere } from '../../../input/confirm.ts';
import { oneLine } from '../../../output/safe-text.ts';
import { audienceLines, RELEASE_WORDS } from '../../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../../flags/targeting/tried-change.ts';
import { DEVICE_PLATFORMS } from '../check-choices.ts';
import { findRelease, type ReleaseName, readCode, readReleases, titleOf, type Version } from '../releases.ts';
import { rolloutText, showRollout } from './rollout-picture.ts';
import { readPercent, readSteps, type Steps } from './rollout-steps.ts';

interface RolloutOptions extends ReleaseName {
  readonly percent?: number;
  readonly steps?: Steps;
  readonly confirm: string | undefined;
}

export default defineCommand<RolloutOptions>({
  parse({ args: [slug, code], options }, { io }) {
    const [percent, steps] = [options.text('percent'), options.text('steps')];
    if ((percent === undefined) === (steps === undefined)) throw usageError('Give either --percent or --steps.');
    return {
      slug: readSlug(slug),
      code: readCode(code),
      platform: options.choice('platform', DEVICE_PLATFORMS),
      confirm: options.text('confirm'),
      ...omitUndefined({
        percent: percent === undefined ? undefined : readPercent(percent),
        steps: steps === undefined ? undefined : readSteps(steps, Number(io.now())),
      }),
    };
  },
  async run(context, { confirm, percent, steps, ...name }) {
    const { slug } = name;
    const release = findRelease(await readReleases(context, slug), name);
    const target = percent ?? lastOf(steps);
    const isWider = target > release.offeredPercent;
    const { print } = context;
    const changed = await tryAndChange(context, {
      slug,
      name: titleOf(slug, release),
      showsFirst: isWider && confirm !== slug,
      write: (api) =>
        api.POST('/api/v1/admin/apps/{slug}/versions/{id}/rollout', {
          params: { path: { slug, id: release.id } },
          body: omitUndefined({ percent, steps }),
        }),
      picture: audienceLines(print, RELEASE_WORDS),
      confirm: async () => {
        if (isWider) await confirmSevere(context, { slug, consequence: consequenceOf(release, target), given: confirm });
      },
    });
    print.done(oneLine(`${titleOf(slug, changed)}: ${rolloutText(changed)}.`), changed);
    showRollout(context, changed);
  },
});

function lastOf(steps: Steps | undefined): number {
  return typeof steps === 'object' ? (steps.at(-1)?.percent ?? 0) : 100;
}

function consequenceOf({ versionName, versionCode, offeredPercent }: Version, target: number): string {
  return oneLine(`${versionName} (code ${versionCode}) goes from ${offeredPercent} % to ${target} % of phones.`);
}
