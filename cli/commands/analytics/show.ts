import { EXIT, usageError } from '../../errors.ts';
import { type Api, unwrap } from '../../http/client.ts';
import { columnsOf } from '../../io.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { percentOf } from '../../output/chart.ts';
import type { Column } from '../../output/table.ts';
import { given, readSlug } from '../arguments.ts';
import { type Dashboard, renderPage } from './page.ts';
import type { Watched } from './watch.ts';

interface AnalyticsOptions {
  readonly slug: string;
  readonly query: { readonly days?: number };
  /** How often to look again; null for once. */
  readonly everySeconds: number | null;
}

export default verb<AnalyticsOptions>({
  parse({ args: [slug], options }: Raw, { print, io }: Kit) {
    const { days, watch, interval } = options as { days?: number; watch?: true; interval: number };
    if (watch && (print.json || !print.isTerminal || io.env['TERM'] === 'dumb'))
      throw usageError('--watch needs a terminal that can be drawn on.', 'leave out --watch');
    return { slug: readSlug(slug), query: given({ days }), everySeconds: watch ? interval : null };
  },
  async run(kit, { slug, query, everySeconds }) {
    const { io, print } = kit;
    const read = (api: Api): Promise<Dashboard> =>
      unwrap(api.GET('/api/v1/admin/apps/{slug}/analytics', { params: { path: { slug }, query } }));
    const render = (dashboard: Dashboard): string[] => renderPage(dashboard, { slug, width: columnsOf(io.stdout), print });
    if (everySeconds !== null) return keepOnScreen(kit, { everySeconds, read, render });
    const dashboard = await read(await kit.api());
    if (print.isTerminal && !print.json) print.lines(render(dashboard).join('\n'));
    else print.rows(columnsFor(dashboard), dashboard.topEventTypes, dashboard);
    return EXIT.done;
  },
});

/** Loaded only for --watch. Not in the default export itself: there TypeScript leaves `.ts` in the built file. */
async function keepOnScreen(kit: Kit, watched: Watched<Dashboard>): Promise<number> {
  const { watch } = await import('./watch.ts');
  return watch(kit, watched);
}

function columnsFor({ totalEvents }: Dashboard): Column<Dashboard['topEventTypes'][number]>[] {
  return [
    { title: 'Type', value: ({ type }) => type },
    { title: 'Count', value: ({ count }) => count },
    { title: 'Percent', value: ({ count }) => percentOf(Number(count), totalEvents) },
  ];
}
