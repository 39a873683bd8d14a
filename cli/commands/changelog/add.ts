import { defineCommand } from '../../command.ts';
import { DryRun } from '../../dry-run.ts';
import { type Answer, unwrap } from '../../http/client.ts';
import type { Write } from '../../http/dry-run-answer.ts';
import { nameRule } from '../../input/arguments.ts';
import { requireText } from '../../input/required.ts';
import { type Changes, type Entry, publicationNote, readChanges } from './fields.ts';
import { askReach } from './reach.ts';

type NewEntry = Changes & { title: string; content: string; announce?: true };

export default defineCommand<NewEntry>({
  async parse({ options }, context) {
    const title = await requireText(context, options.text('title'), { flag: '--title', message: 'Title:', check: nameRule(200) });
    const given = await requireText(context, options.text('content'), {
      flag: '--content',
      message: 'Content, one line of Markdown (or @file):',
      check: (text) => text.trim() !== '' || 'It must not be empty.',
    });
    const { content = '', ...rest } = await readChanges(context, options, given);
    return { ...rest, title, content, ...(options.has('announce') ? { announce: true } : {}) };
  },
  async run(context, body) {
    const { options, print } = context;
    // the other answer is that to a dry run
    const write: Write<{ data: Entry }> = (api) => api.POST('/api/v1/changelog', { body }) as Promise<Answer<{ data: Entry }>>;
    const reach = options.dryRun ? await askReach(context, write) : null;
    const { data: entry } = await unwrap(write(await context.api())).catch((error: unknown) => {
      throw reach !== null && error instanceof DryRun ? error.withAnswer(reach) : error;
    });
    print.done(`Changelog entry ${entry.id} added.${publicationNote(context, entry)}`, entry);
  },
});
