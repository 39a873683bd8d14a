import { type CommandModule, defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { audienceLines, RELEASE_WORDS } from '../flags/targeting/audience-picture.ts';
import { tryAndChange } from '../flags/targeting/tried-change.ts';
import { DEVICE_PLATFORMS } from './check-choices.ts';
import { confirmReleases, findRelease, isSevere, type ReleaseName, readCode, readReleases, titleOf } from './releases.ts';

interface SetActiveOptions extends ReleaseName {
  readonly confirm: string | undefined;
}

/** The command that activates or deactivates a release. */
export function setReleaseActive(isActive: boolean): CommandModule {
  return defineCommand<SetActiveOptions>({
    parse: ({ args: [slug, code], options }) => ({
      slug: readSlug(slug),
      code: readCode(code),
      platform: options.choice('platform', DEVICE_PLATFORMS),
      confirm: options.text('confirm'),
    }),
    async run(context, { confirm, ...name }) {
      const { slug, code } = name;
      // the path needs the id, but people know the code
      const before = await readReleases(context, slug);
      const release = findRelease(before, name);
      const after = before.map((other) => (other === release ? { ...other, isActive } : other));
      const { print } = context;
      const changed = await tryAndChange(context, {
        slug,
        name: titleOf(slug, release),
        showsFirst: isSevere(before, after) && confirm !== slug,
        write: (api) =>
          api.PUT('/api/v1/admin/apps/{slug}/versions/{id}', { params: { path: { slug, id: release.id } }, body: { isActive } }),
        picture: audienceLines(print, RELEASE_WORDS),
        confirm: () => confirmReleases(context, { slug, before, after, given: confirm }),
      });
      print.done(`Code ${code} of ${slug} is ${isActive ? 'active' : 'inactive'}.`, changed);
    },
  });
}
