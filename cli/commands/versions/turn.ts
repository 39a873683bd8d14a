import { unwrap } from '../../http/client.ts';
import { type Verb, verb } from '../../kit.ts';
import { readSlug } from '../arguments.ts';
import { missing } from '../missing.ts';
import { confirmReleases, readCode, readReleases } from './releases.ts';

interface TurnOptions {
  readonly slug: string;
  readonly code: number;
  readonly confirm: string | undefined;
}

/** The verb that puts a release into service, or takes it out. */
export function turnRelease(isActive: boolean): Verb {
  return verb<TurnOptions>({
    parse({ args: [slug, code], options }) {
      const { confirm } = options as Partial<TurnOptions>;
      return { slug: readSlug(slug), code: readCode(code), confirm };
    },
    async run(kit, { slug, code, confirm }) {
      // the address has the id, people know the code
      const before = await readReleases(kit, slug);
      const release = before.find(({ versionCode }) => versionCode === code);
      if (release === undefined) throw missing('version_not_found', `${slug} has no release with code ${code}.`);
      const after = before.map((other) => (other === release ? { ...other, isActive } : other));
      await confirmReleases(kit, { slug, before, after, given: confirm });
      const { api, print } = kit;
      const changed = await unwrap(
        (await api()).PUT('/api/v1/admin/apps/{slug}/versions/{id}', {
          params: { path: { slug, id: release.id } },
          body: { isActive },
        }),
      );
      print.done(`Code ${code} of ${slug} is ${isActive ? 'in' : 'out of'} service.`, changed);
    },
  });
}
