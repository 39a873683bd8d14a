import { unwrap } from '../../http/client.ts';
import { type Kit, type Raw, verb } from '../../kit.ts';
import { given } from '../arguments.ts';
import { required, requiredChoice } from '../ask.ts';
import { newPassword } from '../new-password.ts';
import { projectOf } from '../project.ts';
import { type Operator, ROLES } from './fields.ts';

interface CreateOptions {
  readonly project: number;
  readonly operator: {
    readonly username: string;
    readonly role: Operator['role'];
    readonly email?: string;
    readonly password: string;
  };
}

interface Flags {
  readonly username?: string;
  readonly role?: Operator['role'];
  readonly email?: string;
  readonly passwordStdin?: true;
}

export default verb<CreateOptions>({
  async parse({ options }: Raw, kit: Kit) {
    const { username, role, email, passwordStdin } = options as Flags;
    const project = await projectOf(kit);
    const operator = {
      username: await required(kit, username, { flag: '--username', message: 'Username:', check: checkUsername }),
      role: await requiredChoice(kit, role, { flag: '--role', message: 'Role:', choices: ROLES }),
      ...given({ email: email ?? (await askEmail(kit)) }),
      password: await newPassword(kit, { piped: passwordStdin === true }),
    };
    return { project, operator };
  },
  async run({ api, print }, { project, operator: body }) {
    const operator = await unwrap((await api()).POST('/api/v1/admin/projects/{id}/operators', { params: { path: { id: project } }, body }));
    print.done(`Operator ${operator.id} created in project ${project}.`, operator);
  },
});

/** The rule of the API for usernames. */
function checkUsername(text: string): true | string {
  return /^[A-Za-z0-9._@-]{3,64}$/.test(text) || 'It must be 3 to 64 letters, digits or any of . _ @ -';
}

/** Nobody needs one, so nobody is stopped for the lack of it. */
async function askEmail(kit: Kit): Promise<string | undefined> {
  const prompter = await kit.prompter();
  if (prompter === null) return undefined;
  const answer = await prompter.text({ message: 'E-mail, or nothing:', check: checkEmail });
  return answer.trim() || undefined;
}

function checkEmail(text: string): true | string {
  return /^(?:[^\s@]+@[^\s@]+)?$/.test(text.trim()) || 'It must be an e-mail address, or nothing.';
}
