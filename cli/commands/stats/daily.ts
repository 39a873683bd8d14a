import type { components } from '../../../generated/api-types.ts';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { columnsOf } from '../../io.ts';
import { formatCount, renderSparkline } from '../../output/chart.ts';
import { padEnd, padStart } from '../../output/width.ts';

type Day = components['schemas']['DayStatistics'];

const COUNTS = ['reviews', 'posts', 'votes', 'comments', 'registrations', 'signIns'] as const;
const TITLES = {
  reviews: 'Reviews',
  posts: 'Posts',
  votes: 'Votes',
  comments: 'Comments',
  registrations: 'Registrations',
  signIns: 'Sign-ins',
} satisfies Record<(typeof COUNTS)[number], string>;
const LABEL_WIDTH = 'Registrations'.length;
const TOTAL_WIDTH = 10;

export default defineCommand<{ days?: number }>({
  parse: ({ options }) => omitUndefined({ days: options.number('days') }),
  async run(context, query) {
    const { io, print } = context;
    const { data: days } = await unwrap((await context.api()).GET('/api/v1/admin/stats/daily', { params: { query } }));
    if (print.isForPeople) {
      print.lines(`${print.colors.bold(`${days[0]?.day} to ${days.at(-1)?.day}`)}\n`);
      print.lines(lines(days, columnsOf(io.stdout)).join('\n'));
      return;
    }
    print.rows(
      [
        { title: 'Day', value: ({ day }) => day },
        ...COUNTS.map((name) => ({ title: TITLES[name], value: (day: Day) => day[name] })),
        { title: 'Average rating', value: ({ averageRating }) => averageRating ?? '' },
      ],
      days,
      days,
    );
  },
});

/** For each number its sum and its course over the days. */
function lines(days: readonly Day[], width: number): string[] {
  return COUNTS.map((name) => {
    const counts = days.map((day) => day[name]);
    const total = formatCount(counts.reduce((sum, count) => sum + count, 0));
    const course = renderSparkline(counts, width - LABEL_WIDTH - TOTAL_WIDTH - 2);
    return `${padEnd(TITLES[name], LABEL_WIDTH)}${padStart(total, TOTAL_WIDTH)}  ${course}`;
  });
}
