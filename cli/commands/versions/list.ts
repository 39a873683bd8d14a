import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { readSlug } from '../arguments.ts';
import { readReleases, type Version } from './releases.ts';

export default verb<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(kit, { slug }) {
    const { print } = kit;
    const releases = await readReleases(kit, slug);
    const columns: Column<Version>[] = [
      { title: 'Code', value: (release) => release.versionCode, align: 'right' },
      { title: 'Version', value: (release) => release.versionName },
      { title: 'Active', value: (release) => release.isActive, shown: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Forced', value: (release) => release.isForce, shown: ({ isForce }) => (isForce ? 'yes' : 'no') },
      { title: 'Minimum', value: (release) => release.minVersion },
      { title: 'Changelog', value: (release) => release.changelog, shrinks: 1 },
      { title: 'Published', value: (release) => release.createdAt, shown: (release) => print.time(release.createdAt) },
    ];
    print.rows(columns, releases, releases);
  },
});
