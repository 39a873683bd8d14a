import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { nameRule } from '../../input/arguments.ts';
import { requireText } from '../../input/required.ts';
import { type Changes, publicationNote, readChanges } from './fields.ts';

export default defineCommand<Changes & { title: string; content: string }>({
  async parse({ options }, context) {
    const title = await requireText(context, options.text('title'), { flag: '--title', message: 'Title:', check: nameRule(200) });
    const given = await requireText(context, options.text('content'), {
      flag: '--content',
      message: 'Content, one line of Markdown (or @file):',
      check: (text) => text.trim() !== '' || 'It must not be empty.',
    });
    const { content = '', ...rest } = await readChanges(context, options, given);
    return { ...rest, title, content };
  },
  async run(context, body) {
    const { api, print } = context;
    const { data: entry } = await unwrap((await api()).POST('/api/v1/changelog', { body }));
    print.done(`Changelog entry ${entry.id} added.${publicationNote(context, entry)}`, entry);
  },
});
