import { type CommandModule, defineCommand } from '../../command.ts';
import { notFound } from '../../hints.ts';
import { unwrap } from '../../http/client.ts';
import { readSlug } from '../../input/arguments.ts';
import { confirmReleases, readCode, readReleases } from './releases.ts';

interface SetActiveOptions {
  readonly slug: string;
  readonly code: number;
  readonly confirm: string | undefined;
}

/** The command that activates or deactivates a release. */
export function setReleaseActive(isActive: boolean): CommandModule {
  return defineCommand<SetActiveOptions>({
    parse: ({ args: [slug, code], options }) => ({ slug: readSlug(slug), code: readCode(code), confirm: options.text('confirm') }),
    async run(context, { slug, code, confirm }) {
      // the path needs the id, but people know the code
      const before = await readReleases(context, slug);
      const release = before.find(({ versionCode }) => versionCode === code);
      if (release === undefined) throw notFound('version_not_found', `${slug} has no release with code ${code}.`);
      const after = before.map((other) => (other === release ? { ...other, isActive } : other));
      await confirmReleases(context, { slug, before, after, given: confirm });
      const { api, print } = context;
      const changed = await unwrap(
        (await api()).PUT('/api/v1/admin/apps/{slug}/versions/{id}', {
          params: { path: { slug, id: release.id } },
          body: { isActive },
        }),
      );
      print.done(`Code ${code} of ${slug} is ${isActive ? 'active' : 'inactive'}.`, changed);
    },
  });
}
