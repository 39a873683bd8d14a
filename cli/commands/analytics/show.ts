import { type CommandContext, defineCommand } from '../../command.ts';
import { EXIT, usageError } from '../../errors/errors.ts';
import { type Api, unwrap } from '../../http/client.ts';
import { omitUndefined, readSlug } from '../../input/arguments.ts';
import { columnsOf } from '../../io.ts';
import { formatPercent } from '../../output/chart.ts';
import type { Column } from '../../output/table.ts';
import { type Dashboard, renderPage } from './dashboard-page.ts';
import type { WatchInput } from './watch.ts';

interface AnalyticsOptions {
  readonly slug: string;
  readonly query: { readonly days?: number };
  /** The pause between two refreshes; null without --watch. */
  readonly intervalSeconds: number | null;
}

export default defineCommand<AnalyticsOptions>({
  parse({ args: [slug], options }, { print, io }) {
    const watch = options.has('watch');
    if (watch && (!print.isForPeople || !print.isTerminal || io.env['TERM'] === 'dumb'))
      throw usageError('--watch needs a terminal with cursor control.', 'leave out --watch');
    return {
      slug: readSlug(slug),
      query: omitUndefined({ days: options.number('days') }),
      intervalSeconds: watch ? (options.number('interval') ?? null) : null,
    };
  },
  async run(context, { slug, query, intervalSeconds }) {
    const { io, print } = context;
    const read = (api: Api): Promise<Dashboard> =>
      unwrap(api.GET('/api/v1/admin/apps/{slug}/analytics', { params: { path: { slug }, query } }));
    const render = (dashboard: Dashboard): string[] => renderPage(dashboard, { slug, width: columnsOf(io.stdout), print });
    if (intervalSeconds !== null) return startWatch(context, { intervalSeconds, read, render });
    const dashboard = await read(await context.api());
    if (print.isForPeople) print.lines(render(dashboard).join('\n'));
    else print.rows(columnsFor(dashboard), dashboard.topEventTypes, dashboard);
    return EXIT.done;
  },
});

/** Imported only for --watch. TypeScript would leave `.ts` in the built file if this import were inside the default export. */
async function startWatch(context: CommandContext, input: WatchInput<Dashboard>): Promise<number> {
  const { watch } = await import('./watch.ts');
  return watch(context, input);
}

function columnsFor({ totalEvents }: Dashboard): Column<Dashboard['topEventTypes'][number]>[] {
  return [
    { title: 'Type', value: ({ type }) => type },
    { title: 'Count', value: ({ count }) => count },
    { title: 'Percent', value: ({ count }) => formatPercent(Number(count), totalEvents) },
  ];
}
