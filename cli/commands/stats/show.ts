import type { components } from '../../../generated/api-types.ts';
import { type CommandContext, defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { columnsOf } from '../../io.ts';
import { formatCount, renderBars, type Share } from '../../output/chart.ts';
import type { Field, Printer } from '../../output/printer.ts';
import { padEnd } from '../../output/width.ts';

type Statistics = components['schemas']['Statistics'];
type Counts = Readonly<Record<string, number>>;

/** Longer bars show no more detail. */
const MAX_WIDTH = 72;

export default defineCommand<null>({
  parse: () => null,
  async run(context) {
    const { api, print } = context;
    const { data: statistics } = await unwrap((await api()).GET('/api/v1/admin/stats'));
    if (print.isForPeople) showPage(context, statistics);
    else print.record(fieldsOf(statistics), statistics);
  },
});

/** The page for people: sections with bars. */
function showPage({ io, print }: CommandContext, statistics: Statistics): void {
  const { bold, cyan, dim } = print.colors;
  const { reviews, posts, roadmap, comments, votes, favorites, changelog } = statistics;
  const width = Math.min(MAX_WIDTH, columnsOf(io.stdout));
  const chart = (counts: Counts, total: number): string => renderBars(sharesOf(counts), { total, width, paint: cyan }).join('\n');
  const section = (title: string, summary: readonly string[], charts: readonly string[]): void =>
    print.lines(`${[bold(title), ...summary].join('  ')}\n${charts.join('\n\n')}\n`);

  const { total, averageRating, ...byStatus } = reviews;
  section('Reviews', [formatCount(total), ...reviewSummary(print, statistics)], [chart(byStatus, total)]);
  section('Posts', [formatCount(posts.total)], [chart(posts.byStatus, posts.total), chart(posts.byCategory, posts.total)]);
  section('Roadmap', [formatCount(roadmap.total)], [chart(roadmap.byStatus, roadmap.total)]);
  const rest = { Comments: comments, Votes: votes, Favorites: favorites, Changelog: changelog };
  for (const [title, sum] of Object.entries(rest)) print.lines(`${bold(padEnd(title, 'Favorites'.length))}  ${formatCount(sum.total)}`);
  if (reviews.pending > 0) print.note(dim('\n`diwan reviews triage` goes through the pending reviews'));
}

function reviewSummary(print: Printer, { reviews, oldestPendingAt }: Statistics): string[] {
  const average = reviews.approved === 0 ? [] : [`★ ${reviews.averageRating.toFixed(2)}`];
  return oldestPendingAt === null ? average : [...average, `oldest pending: ${print.time(oldestPendingAt)}`];
}

function sharesOf(counts: Counts): Share[] {
  return Object.entries(counts).map(([name, count]) => ({ label: wordsOf(name), count }));
}

/** The fields for programs: one labelled line per number. */
function fieldsOf({ reviews, posts, roadmap, ...rest }: Statistics): Field[] {
  const { total, averageRating, ...byStatus } = reviews;
  return [
    ['Reviews', total],
    ...labelled('Reviews', byStatus),
    ['Average rating', averageRating],
    ['Oldest pending', rest.oldestPendingAt],
    ['Posts', posts.total],
    ...labelled('Posts', { ...posts.byStatus, ...posts.byCategory }),
    ['Comments', rest.comments.total],
    ['Votes', rest.votes.total],
    ['Favorites', rest.favorites.total],
    ['Roadmap', roadmap.total],
    ...labelled('Roadmap', roadmap.byStatus),
    ['Changelog', rest.changelog.total],
  ];
}

function labelled(title: string, counts: Counts): Field[] {
  return Object.entries(counts).map(([name, value]) => [`${title} ${wordsOf(name)}`, value]);
}

/** `in_progress` as `in progress`. */
function wordsOf(name: string): string {
  return name.replaceAll('_', ' ');
}
