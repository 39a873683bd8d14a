import { type CommandContext, defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { newPassword } from '../../input/new-password.ts';
import type { OptionValues } from '../../input/option-values.ts';
import { askOptional } from '../../input/optional.ts';
import { requireChoice, requireText } from '../../input/required.ts';
import { readProject } from '../../profiles/project.ts';
import { type Operator, ROLES } from './fields.ts';

interface CreateOptions {
  readonly project: number;
  readonly operator: {
    readonly username: string;
    readonly role: Operator['role'];
    readonly email?: string;
    readonly owner?: boolean;
    /** A mailed link takes the place of the password. */
    readonly invite?: true;
    readonly password?: string;
  };
}

export default defineCommand<CreateOptions>({
  async parse({ options }, context) {
    const project = await readProject(context);
    const isInvited = options.has('invite');
    const operator = {
      username: await requireText(context, options.text('username'), {
        flag: '--username',
        message: 'Username:',
        check: checkUsername,
      }),
      role: await requireChoice(context, options.choice('role', ROLES), { flag: '--role', message: 'Role:', choices: ROLES }),
      ...omitUndefined({ email: await readEmail(context, options, isInvited) }),
      ...(options.has('owner') ? { owner: true } : {}),
      ...(isInvited ? { invite: true as const } : { password: await newPassword(context, { piped: options.has('passwordStdin') }) }),
    };
    return { project, operator };
  },
  async run({ api, print }, { project, operator: body }) {
    const operator = await unwrap((await api()).POST('/api/v1/admin/projects/{id}/operators', { params: { path: { id: project } }, body }));
    const invited = body.invite === true ? ` A link to set the password is on its way to ${operator.email}.` : '';
    print.done(`Operator ${operator.id} created in project ${project}.${invited}`, operator);
  },
});

/** An invitation needs an address. */
async function readEmail(context: CommandContext, options: OptionValues, isRequired: boolean): Promise<string | undefined> {
  const email = options.text('email');
  if (isRequired) return requireText(context, email, { flag: '--email', message: 'E-mail address:', check: checkEmail });
  return email ?? askOptional(context, { message: 'E-mail address', check: checkEmail });
}

/** The API's rule for usernames. */
function checkUsername(text: string): true | string {
  return /^[A-Za-z0-9._@-]{3,64}$/.test(text) || 'It must be 3 to 64 letters, digits or any of . _ @ -';
}

function checkEmail(text: string): true | string {
  return /^[^\s@]+@[^\s@]+$/.test(text) || 'It must be an e-mail address, or empty.';
}
