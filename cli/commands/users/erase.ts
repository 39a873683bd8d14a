import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { confirmByPhone } from '../../input/confirm.ts';
import { requireText } from '../../input/required.ts';
import { readUserId } from './fields.ts';

interface EraseOptions {
  readonly path: { readonly id: string };
  readonly confirm: string | undefined;
  readonly reason: string;
}

const MAX_REASON = 500;

export default defineCommand<EraseOptions>({
  async parse({ args: [text], options }, context) {
    const path = { id: readUserId(text) };
    const check = (reason: string) =>
      (reason.trim() !== '' && reason.length <= MAX_REASON) || `It must have 1 to ${MAX_REASON} characters.`;
    const question = { flag: '--reason', message: 'Reason, for the audit log:', check };
    return { path, confirm: options.text('confirm'), reason: await requireText(context, options.text('reason'), question) };
  },
  async run(context, { path, confirm, reason }) {
    const { print } = context;
    const api = await context.api();
    const user = await unwrap(api.GET('/api/v2/auth/admin/users/{id}', { params: { path } }));
    if (user.status === 'deleted') return print.done(`User ${path.id} was erased before.`, user);
    await confirmByPhone(context, { phone: user.phone, target: `user ${path.id}`, given: confirm });
    const erased = await unwrap(api.POST('/api/v2/auth/admin/users/{id}/erase', { params: { path }, body: { reason } }));
    print.done(`User ${path.id} is erased.`, erased);
  },
});
