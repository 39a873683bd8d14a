import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { nameUpTo } from '../arguments.ts';
import { required } from '../ask.ts';
import { type Changes, type EntryFlags, readChanges, shownFrom } from './fields.ts';

export default verb<Changes & { title: string; content: string }>({
  async parse({ options }: Raw, kit: Kit) {
    const flags = options as EntryFlags;
    const title = await required(kit, flags.title, { flag: '--title', message: 'Title:', check: nameUpTo(200) });
    const asked = await required(kit, flags.content, {
      flag: '--content',
      message: 'Content, a line of Markdown (or @file):',
      check: (text) => text.trim() !== '' || 'It must not be empty.',
    });
    const { content = '', ...rest } = await readChanges(kit, { ...flags, content: asked });
    return { ...rest, title, content };
  },
  async run(kit, body) {
    const { api, print } = kit;
    const { data: entry } = await unwrap((await api()).POST('/api/v1/changelog', { body }));
    print.done(`Changelog entry ${entry.id} added.${shownFrom(kit, entry)}`, entry);
  },
});
