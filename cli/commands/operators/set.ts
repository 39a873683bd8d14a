import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined, readId } from '../../input/arguments.ts';
import { newPassword } from '../../input/new-password.ts';
import { readProject } from '../../profiles/project.ts';
import { type Operator, ROLES } from './fields.ts';

interface SetOptions {
  readonly path: { readonly id: number; readonly operatorId: number };
  readonly changes: {
    readonly role?: Operator['role'];
    readonly isActive?: boolean;
    readonly owner?: boolean;
    readonly password?: string;
  };
}

export default defineCommand<SetOptions>({
  async parse({ args: [text], options }, context) {
    const operatorId = readId(text);
    const piped = options.has('passwordStdin');
    const password = piped || options.has('askPassword') ? await newPassword(context, { piped }) : undefined;
    const changes = omitUndefined({
      role: options.choice('role', ROLES),
      isActive: options.either('active', 'inactive'),
      owner: options.either('owner', 'notOwner'),
      password,
    });
    if (Object.keys(changes).length === 0)
      throw usageError(
        'Nothing to change: no option was given.',
        'give --role, --active, --inactive, --owner, --not-owner, --password-stdin or --ask-password',
      );
    return { path: { id: await readProject(context), operatorId }, changes };
  },
  async run({ api, print }, { path, changes: body }) {
    const operator = await unwrap((await api()).PUT('/api/v1/admin/projects/{id}/operators/{operatorId}', { params: { path }, body }));
    const { operatorId: id } = path;
    print.done(body.isActive === false ? `Operator ${id} is signed out and cannot sign in.` : `Operator ${id} changed.`, operator);
  },
});
