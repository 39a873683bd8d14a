import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { readId } from '../arguments.ts';
import { type Changes, type ItemFlags, readChanges } from './fields.ts';

interface EditOptions {
  readonly id: number;
  readonly changes: Changes;
}

export default verb<EditOptions>({
  async parse({ args: [word], options }: Raw, kit: Kit) {
    const id = readId(word);
    const changes = await readChanges(kit, options as ItemFlags);
    if (Object.keys(changes).length === 0)
      throw usageError(
        'There is nothing to change.',
        'give --title, --description, --status, --category, --target-date, --position or --post',
      );
    return { id, changes };
  },
  async run({ api, print }, { id, changes }) {
    const { data: item } = await unwrap((await api()).PUT('/api/v1/roadmap/{id}', { params: { path: { id } }, body: changes }));
    print.done(`Roadmap item ${id} changed.`, item);
  },
});
