import { type CommandContext, type CommandModule, defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { confirmSevere } from '../../input/confirm.ts';
import { oneLine } from '../../output/safe-text.ts';
import { DEVICE_PLATFORMS } from './check-choices.ts';
import { findRelease, type ReleaseName, readCode, readReleases, type Version } from './releases.ts';
import { showRollout } from './rollout-picture.ts';

interface ChangeOptions extends ReleaseName {
  readonly confirm: string | undefined;
}

interface RolloutChange {
  /** The sentence that is confirmed with the slug; null needs no question. */
  consequence(release: Version): string | null;
  send(context: CommandContext, path: { slug: string; id: number }): Promise<Version>;
  done(release: Version): string;
}

/** A command that changes the rollout of one release. Only a change that reaches more phones asks. */
export function changeRollout({ consequence, send, done }: RolloutChange): CommandModule {
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
      if (question !== null) await confirmSevere(context, { slug: name.slug, consequence: oneLine(question), given: confirm });
      const changed = await send(context, { slug: name.slug, id: release.id });
      context.print.done(oneLine(`${name.slug} ${changed.versionName} (code ${changed.versionCode}) ${done(changed)}`), changed);
      showRollout(context, changed);
    },
  });
}
