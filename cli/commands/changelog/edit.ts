import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { readId } from '../arguments.ts';
import { type Changes, type EntryFlags, readChanges, shownFrom } from './fields.ts';

interface EditOptions {
  readonly id: number;
  readonly changes: Changes;
}

export default verb<EditOptions>({
  async parse({ args: [word], options }: Raw, kit: Kit) {
    const id = readId(word);
    const changes = await readChanges(kit, options as EntryFlags);
    if (Object.keys(changes).length === 0)
      throw usageError(
        'There is nothing to change.',
        'give --title, --content, --title-ar, --content-ar, --version, --type, --published-at or --post',
      );
    return { id, changes };
  },
  async run(kit, { id, changes }) {
    const { api, print } = kit;
    const { data: entry } = await unwrap((await api()).PUT('/api/v1/changelog/{id}', { params: { path: { id } }, body: changes }));
    print.done(`Changelog entry ${id} changed.${shownFrom(kit, entry)}`, entry);
  },
});
