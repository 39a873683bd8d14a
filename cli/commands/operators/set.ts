import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given, readId } from '../arguments.ts';
import { newPassword } from '../new-password.ts';
import { projectOf } from '../project.ts';
import type { Operator } from './fields.ts';

interface SetOptions {
  readonly path: { readonly id: number; readonly operatorId: number };
  readonly changes: { readonly role?: Operator['role']; readonly isActive?: boolean; readonly password?: string };
}

interface Flags {
  readonly role?: Operator['role'];
  readonly active?: true;
  readonly inactive?: true;
  readonly passwordStdin?: true;
  readonly askPassword?: true;
}

export default verb<SetOptions>({
  async parse({ args: [word], options }: Raw, kit: Kit) {
    const operatorId = readId(word);
    const { role, active, inactive, passwordStdin, askPassword } = options as Flags;
    const password = passwordStdin || askPassword ? await newPassword(kit, { piped: passwordStdin === true }) : undefined;
    const changes = given({ role, isActive: inactive ? false : active, password });
    if (Object.keys(changes).length === 0)
      throw usageError('There is nothing to change.', 'give --role, --active, --inactive, --password-stdin or --ask-password');
    return { path: { id: await projectOf(kit), operatorId }, changes };
  },
  async run({ api, print }, { path, changes: body }) {
    const operator = await unwrap((await api()).PUT('/api/v1/admin/projects/{id}/operators/{operatorId}', { params: { path }, body }));
    const { operatorId: id } = path;
    print.done(body.isActive === false ? `Operator ${id} is signed out and may not sign in.` : `Operator ${id} changed.`, operator);
  },
});
