import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { type Changes, readChanges } from './fields.ts';

interface EditOptions {
  readonly id: number;
  readonly changes: Changes;
}

export default defineCommand<EditOptions>({
  async parse({ args: [text], options }, context) {
    const id = readId(text);
    const changes = await readChanges(context, options);
    if (Object.keys(changes).length === 0)
      throw usageError(
        'Nothing to change: no option was given.',
        'give --title, --description, --status, --category, --target-date, --position or --post',
      );
    return { id, changes };
  },
  async run({ api, print }, { id, changes }) {
    const { data: item } = await unwrap((await api()).PUT('/api/v1/roadmap/{id}', { params: { path: { id } }, body: changes }));
    print.done(`Roadmap item ${id} changed.`, item);
  },
});
