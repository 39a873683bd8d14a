import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import { type ListRange, readRange } from '../../input/list-range.ts';
import { firstRows } from '../../output/page-note.ts';
import type { Column } from '../../output/table.ts';
import { readReleases, type Version } from './releases.ts';
import { rolloutText } from './rollouts/rollout-picture.ts';

export default defineCommand<{ slug: string; range: ListRange }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), range: readRange(options) }),
  async run(context, { slug, range }) {
    const { print } = context;
    const releases = await readReleases(context, slug);
    const columns: Column<Version>[] = [
      { title: 'Code', value: (release) => release.versionCode, align: 'right' },
      { title: 'Version', value: (release) => release.versionName },
      { title: 'Active', value: (release) => release.isActive, display: ({ isActive }) => (isActive ? 'yes' : 'no'), isStatus: true },
      { title: 'Platform', value: (release) => release.platform ?? 'all', dropOrder: 3 },
      { title: 'Rollout', value: (release) => release.offeredPercent, display: rolloutText },
      { title: 'Forced', value: (release) => release.isForce, display: ({ isForce }) => (isForce ? 'yes' : 'no') },
      { title: 'Minimum', value: (release) => release.minVersion, dropOrder: 1 },
      { title: 'Changelog', value: (release) => release.changelog, isText: true },
      { title: 'Published', value: (release) => release.createdAt, display: (release) => print.time(release.createdAt), dropOrder: 2 },
    ];
    const rows = firstRows(print, releases, range);
    print.rows(columns, rows, rows);
  },
});
