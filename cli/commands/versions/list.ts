import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import type { Column } from '../../output/table.ts';
import { readReleases, type Version } from './releases.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    const releases = await readReleases(context, slug);
    const columns: Column<Version>[] = [
      { title: 'Code', value: (release) => release.versionCode, align: 'right' },
      { title: 'Version', value: (release) => release.versionName },
      { title: 'Active', value: (release) => release.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no') },
      { title: 'Forced', value: (release) => release.isForce, display: ({ isForce }) => (isForce ? 'yes' : 'no') },
      { title: 'Minimum', value: (release) => release.minVersion },
      { title: 'Changelog', value: (release) => release.changelog, shrinkOrder: 1 },
      { title: 'Published', value: (release) => release.createdAt, display: (release) => print.time(release.createdAt) },
    ];
    print.rows(columns, releases, releases);
  },
});
