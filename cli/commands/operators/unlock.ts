import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { readProject } from '../../profiles/project.ts';

export default defineCommand<{ id: number; operatorId: number }>({
  async parse({ args: [text] }, context) {
    const operatorId = readId(text);
    return { id: await readProject(context), operatorId };
  },
  async run({ api, print }, path) {
    const operator = await unwrap((await api()).POST('/api/v1/admin/projects/{id}/operators/{operatorId}/unlock', { params: { path } }));
    print.done(`Operator ${path.operatorId} is unlocked.`, operator);
  },
});
