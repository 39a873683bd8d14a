import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { readId } from '../../input/arguments.ts';
import { confirmDelete } from '../../input/confirm.ts';
import { readProject } from '../../profiles/project.ts';

interface ResetOptions {
  readonly path: { readonly id: number; readonly operatorId: number };
  readonly yes: boolean;
}

export default defineCommand<ResetOptions>({
  async parse({ args: [text], options }, context) {
    const operatorId = readId(text);
    return { path: { id: await readProject(context), operatorId }, yes: options.has('yes') };
  },
  async run(context, { path, yes }) {
    await confirmDelete(context, { target: `operator ${path.operatorId}`, yes, action: 'Remove the second factor of' });
    const { api, print } = context;
    const call = (await api()).DELETE('/api/v1/admin/projects/{id}/operators/{operatorId}/totp', { params: { path } });
    print.done(`Operator ${path.operatorId} signs in with the password only.`, await unwrap(call));
  },
});
