import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { nameRule } from '../../input/arguments.ts';
import { requireText } from '../../input/required.ts';
import { type Changes, readChanges } from './fields.ts';

export default defineCommand<Changes & { title: string }>({
  async parse({ options }, context) {
    const title = await requireText(context, options.text('title'), { flag: '--title', message: 'Title:', check: nameRule(200) });
    return { ...(await readChanges(context, options)), title };
  },
  async run({ api, print }, body) {
    const { data: item } = await unwrap((await api()).POST('/api/v1/roadmap', { body }));
    print.done(`Roadmap item ${item.id} added.`, item);
  },
});
