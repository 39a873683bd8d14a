import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { nameRule, omitUndefined } from '../../input/arguments.ts';
import { requireText } from '../../input/required.ts';

interface CreateOptions {
  readonly name: string;
  readonly id?: number;
}

export default defineCommand<CreateOptions>({
  async parse({ options }, context) {
    const name = await requireText(context, options.text('name'), { flag: '--name', message: 'Name:', check: nameRule(100) });
    return { name, ...omitUndefined({ id: options.number('id') }) };
  },
  async run({ api, print }, body) {
    const project = await unwrap((await api()).POST('/api/v1/admin/projects', { body }));
    print.done(`Project ${project.id} created.`, project);
  },
});
