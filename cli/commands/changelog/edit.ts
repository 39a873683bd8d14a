import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { type Changes, publicationNote, readChanges } from './fields.ts';

interface EditOptions {
  readonly id: number;
  readonly changes: Changes;
}

export default defineCommand<EditOptions>({
  async parse({ args: [text], options }, context) {
    const id = readId(text);
    const changes = await readChanges(context, options, options.text('content'));
    if (Object.keys(changes).length === 0)
      throw usageError(
        'Nothing to change: no option was given.',
        'give --title, --content, --title-ar, --content-ar, --version, --type, --published-at or --post',
      );
    return { id, changes };
  },
  async run(context, { id, changes }) {
    const { api, print } = context;
    const { data: entry } = await unwrap((await api()).PUT('/api/v1/changelog/{id}', { params: { path: { id } }, body: changes }));
    print.done(`Changelog entry ${id} changed.${publicationNote(context, entry)}`, entry);
  },
});
