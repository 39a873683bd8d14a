import { type CommandModule, defineCommand } from '../../../command.ts';
import type { Answer, Api } from '../../../http/client.ts';
import { readSlug } from '../../../input/arguments.ts';
import { confirmSevere } from '../../../input/confirm.ts';
import { oneLine } from '../../../output/safe-text.ts';
import { audienceLines, RELEASE_WORDS } from '../../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../../flags/targeting/tried-change.ts';
import { DEVICE_PLATFORMS } from '../check-choices.ts';
import { findRelease, type ReleaseName, readCode, readReleases, titleOf, type Version } from '../releases.ts';
import { showRollout } from './rollout-picture.ts';

interface ChangeOptions extends ReleaseName {
  readonly confirm: string | undefined;
}

interface RolloutChange {
  /** The sentence that is confirmed with the slug; null needs no question. */
  consequence(release: Version): string | null;
  write(api: Api, path: { slug: string; id: number }): Promise<Answer<Version>>;
  done(release: Version): string;
}

/** A command that changes the rollout of one release. Only a change that reaches more phones asks. */
export function changeRollout({ consequence, write, done }: RolloutChange): CommandModule {
  return defineCommand<ChangeOptions>({
    parse: ({ args: [slug, code], options }) => ({
      slug: readSlug(slug),
      code: readCode(code),
      platform: options.choice('platform', DEVICE_PLATFORMS),
      confirm: options.text('confirm'),
    }),
    async run(context, { confirm, ...name }) {
      const release = findRelease(await readReleases(context, name.slug), name);
      const question = consequence(release);
      const { slug } = name;
      const changed = await tryAndChange(context, {
        slug,
        name: titleOf(slug, release),
        showsFirst: question !== null && confirm !== slug,
        write: (api) => write(api, { slug, id: release.id }),
        picture: audienceLines(context.print, RELEASE_WORDS),
        confirm: async () => {
          if (question !== null) await confirmSevere(context, { slug, consequence: oneLine(question), given: confirm });
        },
      });
      context.print.done(oneLine(`${titleOf(slug, changed)} ${done(changed)}`), changed);
      showRollout(context, changed);
    },
  });
}
