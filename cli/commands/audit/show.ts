import { type CommandContext, defineCommand } from '../../command.ts';
import { EXIT, usageError } from '../../errors/errors.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { readRange } from '../../input/list-range.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { readPastTime } from '../../input/times.ts';
import { columnsFor } from './columns.ts';
import { type Filters, readRows } from './pages.ts';

interface AuditOptions {
  readonly filters: Filters;
  /** Infinity for every row. */
  readonly limit: number;
  readonly mode: 'list' | 'csv' | 'follow';
}

export default defineCommand<AuditOptions>({
  parse({ options }, { options: { project, format }, io }) {
    const mode = options.has('csv') ? 'csv' : options.has('follow') ? 'follow' : 'list';
    if (mode === 'csv' && format !== undefined && format !== 'csv')
      throw usageError(`--csv contradicts --output ${format}.`, 'give only one of them');
    const time = (name: 'since' | 'until') => readPastTime(`--${name}`, options.text(name), io.now());
    const range = { from: time('since'), to: time('until'), projectId: project };
    return { mode, limit: readRange(options).limit, filters: omitUndefined({ ...wordsOf(options), ...range }) };
  },
  async run(context, { filters, limit, mode }) {
    if (mode === 'csv') return printCsv(context, filters);
    if (mode === 'follow') return startFollowing(context, { filters, limit });
    const { print } = context;
    const { data, nextBefore } = await readRows(context, filters, limit);
    print.rows(columnsFor(print), data, { data, nextBefore });
    if (print.isForPeople && nextBefore !== null) print.note(print.colors.dim(`${data.length} rows; --limit and --all show more`));
    return EXIT.done;
  },
});

function wordsOf(options: OptionValues): Partial<Record<'actor' | 'action' | 'subject' | 'target' | 'q', string | undefined>> {
  return {
    actor: options.text('actor'),
    action: options.text('action'),
    subject: options.text('subject'),
    target: options.text('target'),
    q: options.text('search'),
  };
}

/** Imported only for --csv. TypeScript would leave `.ts` in the built file if this import were inside the default export. */
async function printCsv(context: CommandContext, filters: Filters): Promise<number> {
  const { streamCsv } = await import('./csv.ts');
  return streamCsv(context, filters);
}

/** Imported only for --follow. */
async function startFollowing(context: CommandContext, start: { filters: Filters; limit: number }): Promise<number> {
  const { follow } = await import('./follow.ts');
  return follow(context, start);
}
