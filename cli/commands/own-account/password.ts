import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { newPassword } from '../../input/new-password.ts';
import { pipedSecrets } from '../../input/piped-secrets.ts';
import { requireSecret } from '../../input/required.ts';

interface PasswordOptions {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const FLAG = '--password-stdin';

export default defineCommand<PasswordOptions>({
  async parse({ options }, context) {
    const [piped = null, next = null] = options.has('passwordStdin') ? await pipedSecrets(context.io, [FLAG, FLAG]) : [];
    const currentPassword = await requireSecret(context, { flag: FLAG, message: 'Current password:', piped });
    return { currentPassword, newPassword: next ?? (await newPassword(context, { piped: false })) };
  },
  async run({ api, print }, body) {
    const answer = await unwrap((await api()).PUT('/api/v1/auth/auth/password', { body }));
    print.done('Your password is changed. Your other sessions have ended.', answer);
  },
});
