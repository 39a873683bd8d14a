import { verb } from '../../kit.ts';
import type { Column } from '../../output/table.ts';
import { readSlug } from '../arguments.ts';
import { type Flag, readFlags } from './flags.ts';

export default verb<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(kit, { slug }) {
    const { print } = kit;
    const flags = await readFlags(kit, slug);
    const columns: Column<Flag>[] = [
      { title: 'Key', value: (flag) => flag.flagKey },
      { title: 'Enabled', value: (flag) => flag.isEnabled, shown: ({ isEnabled }) => (isEnabled ? 'on' : 'off') },
      { title: 'Config', value: (flag) => (flag.config === null ? null : JSON.stringify(flag.config)), shrinks: 2 },
      { title: 'Description', value: (flag) => flag.description, shrinks: 1 },
      { title: 'Updated', value: (flag) => flag.updatedAt, shown: (flag) => print.time(flag.updatedAt) },
    ];
    print.rows(columns, flags, flags);
  },
});
