import type { components } from '../../http/api-types.ts';
import { bars, counted, type Share, sparkline } from '../../output/chart.ts';
import type { Printer } from '../../output/printer.ts';
import { type Column, renderTable } from '../../output/table.ts';
import { cut } from '../../output/width.ts';

export type Dashboard = components['schemas']['Dashboard'];

type Recent = Dashboard['recentEvents'][number];

export interface PageStyle {
  readonly slug: string;
  /** Cells. */
  readonly width: number;
  readonly print: Pick<Printer, 'colors' | 'time'>;
}

/** The dashboard as lines for a terminal, none wider than it. */
export function renderPage(dashboard: Dashboard, { slug, width, print }: PageStyle): string[] {
  const { period, totalEvents, topEventTypes, byDay, byPlatform, byVersion, recentEvents, uniqueUsers } = dashboard;
  const { colors } = print;
  const title = [
    colors.bold(cut(`${slug}, last ${period}`, width)),
    cut(`${numbered(totalEvents, 'event')}, ${numbered(uniqueUsers, 'user')}`, width),
  ];
  if (totalEvents === 0) return title;
  const section = (heading: string, lines: readonly string[]): string[] => ['', colors.bold(heading), ...lines];
  const shares = (list: readonly Share[]): string[] => bars(list, { total: totalEvents, width, paint: colors.cyan });
  return [
    ...title,
    ...section('Events per day', days(byDay, { width, print })),
    ...section('Event types', shares(topEventTypes.map(({ type, count }) => ({ label: type, count: Number(count) })))),
    ...section('Platforms', shares(byPlatform.map(({ platform, count }) => ({ label: platform ?? 'not told', count })))),
    ...section('Versions', shares(byVersion.map(({ version, count }) => ({ label: version ?? 'not told', count })))),
    ...section('Recent events', recent(recentEvents, { width, print })),
  ];
}

function numbered(count: number, thing: string): string {
  return `${counted(count)} ${thing}${count === 1 ? '' : 's'}`;
}

function days(byDay: Dashboard['byDay'], { width, print: { colors } }: Omit<PageStyle, 'slug'>): string[] {
  const counts = byDay.map(({ count }) => count);
  const most = byDay.reduce((best, day) => (day.count > best.count ? day : best));
  const [first, last] = [byDay[0]?.date, byDay.at(-1)?.date];
  const legend = `${first} to ${last}, most on ${most.date}: ${counted(most.count)}`;
  return [colors.cyan(sparkline(counts, width)), colors.dim(cut(legend, width))];
}

function recent(events: readonly Recent[], { width, print }: Omit<PageStyle, 'slug'>): string[] {
  const columns: Column<Recent>[] = [
    { title: 'Event', value: (event) => event.eventType, shrinks: 2 },
    { title: 'User', value: (event) => event.userId, shrinks: 3 },
    { title: 'Platform', value: (event) => event.platform },
    { title: 'Version', value: (event) => event.appVersion, shrinks: 1 },
    { title: 'Time', value: (event) => event.createdAt, shown: (event) => print.time(event.createdAt) },
  ];
  const [titles = '', ...lines] = renderTable(columns, events, { width, heading: (text) => text })
    .split('\n')
    .map((line) => cut(line, width));
  return [print.colors.dim(titles), ...lines];
}
