import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { formatCount, formatPercent } from '../../output/chart.ts';
import type { Column } from '../../output/table.ts';

type Health = components['schemas']['VersionHealth'];

export default defineCommand<{ slug: string; query: { days?: number } }>({
  parse: ({ args: [slug], options }) => ({ slug: readSlug(slug), query: omitUndefined({ days: options.number('days') }) }),
  async run(context, { slug, query }) {
    const api = await context.api();
    const { data } = await unwrap(api.GET('/api/v1/admin/apps/{slug}/versions/health', { params: { path: { slug }, query } }));
    const columns: Column<Health>[] = [
      { title: 'Code', value: ({ versionCode }) => versionCode, align: 'right' },
      { title: 'Version', value: ({ versionName }) => versionName },
      { title: 'Platform', value: ({ platform }) => platform ?? 'all' },
      { title: 'Users', value: ({ users }) => users, display: ({ users }) => formatCount(users), align: 'right' },
      { title: 'Share', value: ({ share }) => share, display: ({ share }) => formatPercent(share, 1), align: 'right' },
      { title: 'Crashed', value: ({ crashUsers }) => crashUsers, display: ({ crashUsers }) => formatCount(crashUsers), align: 'right' },
      { title: 'Crash rate', value: ({ crashRate }) => crashRate, display: (row) => rateText(row, data), align: 'right' },
    ];
    context.print.rows(columns, data, data);
  },
});

/** The rate with its course since the release before; a dash with too few users. */
function rateText(release: Health, all: readonly Health[]): string {
  if (release.crashRate === null) return '-';
  const earlier = all.slice(all.indexOf(release) + 1);
  const before = earlier.find(({ platform, crashRate }) => platform === release.platform && crashRate !== null)?.crashRate ?? null;
  return `${formatPercent(release.crashRate, 1)}${before === null ? '  ' : arrow(release.crashRate - before)}`;
}

function arrow(change: number): string {
  if (change === 0) return ' →';
  return change > 0 ? ' ↑' : ' ↓';
}
