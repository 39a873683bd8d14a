import pc from 'picocolors';
import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { readPeriod } from '../../input/queue-filters.ts';
import { percentBar } from '../../output/chart.ts';
import type { Printer } from '../../output/printer.ts';
import type { Column } from '../../output/table.ts';
import { type CodeStatistics, GROUPINGS } from './fields.ts';

type Row = CodeStatistics['data'][number];

interface StatsQuery {
  readonly by?: CodeStatistics['by'];
  readonly from?: string;
  readonly to?: string;
}

const TITLES: Readonly<Record<CodeStatistics['by'], string>> = { country: 'Country', channel: 'Provider', day: 'Day' };

export default defineCommand<StatsQuery>({
  parse({ options }, { io }) {
    const now = io.now();
    const period = readPeriod(options, now);
    // without it the server adds the time on the way, which makes 90d too long
    const to = period.from === undefined ? {} : { to: new Date(now).toISOString() };
    return { ...omitUndefined({ by: options.choice('by', GROUPINGS) }), ...to, ...period };
  },
  async run({ api, print }, query) {
    const found = await unwrap((await api()).GET('/api/v2/auth/admin/otp/stats', { params: { query } }));
    print.rows(columnsOf(print, found.by), found.data, found);
    if (print.isForPeople) print.note(print.colors.dim(`${print.time(found.from)} to ${print.time(found.to)}`));
  },
});

function columnsOf(print: Printer, by: CodeStatistics['by']): Column<Row>[] {
  return [
    { title: TITLES[by], value: ({ key }) => key },
    { title: 'Sent', value: ({ sent }) => sent },
    { title: 'Delivered', value: ({ delivered }) => delivered ?? '' },
    { title: 'Failed', value: ({ failed }) => failed },
    { title: 'Used', value: ({ used }) => used },
    { title: 'Refused', value: ({ refused }) => refused },
    { title: 'Rate', value: ({ rate }) => rateOf(print, rate) },
  ];
}

/** The cells of a table have no colours. */
const PLAIN = pc.createColors(false);

/** A terminal shows a bar; below 20 codes there is no rate. */
function rateOf(print: Printer, rate: number | null): string | number {
  if (rate === null) return '';
  return print.isForPeople ? `${percentBar(PLAIN, rate * 100)} ${(rate * 100).toFixed(1)}%` : rate;
}
