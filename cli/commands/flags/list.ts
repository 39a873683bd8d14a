import { defineCommand } from '../../command.ts';
import { readSlug } from '../../input/arguments.ts';
import type { Column } from '../../output/table.ts';
import { type Flag, readFlags } from './fields.ts';

export default defineCommand<{ slug: string }>({
  parse: ({ args: [slug] }) => ({ slug: readSlug(slug) }),
  async run(context, { slug }) {
    const { print } = context;
    const flags = await readFlags(context, slug);
    const columns: Column<Flag>[] = [
      { title: 'Key', value: (flag) => flag.flagKey },
      { title: 'Enabled', value: (flag) => flag.isEnabled, display: ({ isEnabled }) => (isEnabled ? 'on' : 'off') },
      { title: 'Config', value: (flag) => (flag.config === null ? null : JSON.stringify(flag.config)), shrinkOrder: 2 },
      { title: 'Description', value: (flag) => flag.description, shrinkOrder: 1 },
      { title: 'Updated', value: (flag) => flag.updatedAt, display: (flag) => print.time(flag.updatedAt) },
    ];
    print.rows(columns, flags, flags);
  },
});
