import type { components } from '../../../generated/api-types.ts';
import { formatCount, renderBars, renderSparkline, type Share } from '../../output/chart.ts';
import type { Printer } from '../../output/printer.ts';
import { type Column, renderTable } from '../../output/table.ts';
import { truncate } from '../../output/width.ts';

export type Dashboard = components['schemas']['Dashboard'];

type Recent = Dashboard['recentEvents'][number];

export interface PageStyle {
  readonly slug: string;
  /** Cells. */
  readonly width: number;
  readonly print: Pick<Printer, 'colors' | 'time'>;
}

/** The dashboard as lines that fit the width of the terminal. */
export function renderPage(dashboard: Dashboard, { slug, width, print }: PageStyle): string[] {
  const { period, totalEvents, topEventTypes, byDay, byPlatform, byVersion, recentEvents, uniqueUsers } = dashboard;
  const { colors } = print;
  const title = [
    colors.bold(truncate(`${slug}, last ${period}`, width)),
    truncate(`${pluralize(totalEvents, 'event')}, ${pluralize(uniqueUsers, 'user')}`, width),
  ];
  if (totalEvents === 0) return title;
  const section = (heading: string, lines: readonly string[]): string[] => ['', colors.bold(heading), ...lines];
  const shares = (list: readonly Share[]): string[] => renderBars(list, { total: totalEvents, width, paint: colors.cyan });
  return [
    ...title,
    ...section('Events per day', dailyChart(byDay, { width, print })),
    ...section('Event types', shares(topEventTypes.map(({ type, count }) => ({ label: type, count: Number(count) })))),
    ...section('Platforms', shares(byPlatform.map(({ platform, count }) => ({ label: platform ?? 'unknown', count })))),
    ...section('Versions', shares(byVersion.map(({ version, count }) => ({ label: version ?? 'unknown', count })))),
    ...section('Recent events', recentTable(recentEvents, { width, print })),
  ];
}

function pluralize(count: number, thing: string): string {
  return `${formatCount(count)} ${thing}${count === 1 ? '' : 's'}`;
}

function dailyChart(byDay: Dashboard['byDay'], { width, print: { colors } }: Omit<PageStyle, 'slug'>): string[] {
  const counts = byDay.map(({ count }) => count);
  const busiest = byDay.reduce((best, day) => (day.count > best.count ? day : best));
  const [first, last] = [byDay[0]?.date, byDay.at(-1)?.date];
  const legend = `${first} to ${last}, maximum on ${busiest.date}: ${formatCount(busiest.count)}`;
  return [colors.cyan(renderSparkline(counts, width)), colors.dim(truncate(legend, width))];
}

function recentTable(events: readonly Recent[], { width, print }: Omit<PageStyle, 'slug'>): string[] {
  const columns: Column<Recent>[] = [
    { title: 'Event', value: (event) => event.eventType, isText: true },
    { title: 'User', value: (event) => event.userId, isText: true },
    { title: 'Platform', value: (event) => event.platform, dropOrder: 1 },
    { title: 'Version', value: (event) => event.appVersion, isText: true, dropOrder: 2 },
    { title: 'Time', value: (event) => event.createdAt, display: (event) => print.time(event.createdAt) },
  ];
  const [titles = '', ...lines] = renderTable(columns, events, { width, heading: (text) => text, paintStatus: (word) => word })
    .split('\n')
    .map((line) => truncate(line, width));
  return [print.colors.dim(titles), ...lines];
}
