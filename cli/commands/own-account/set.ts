import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors/errors.ts';
import { unwrap } from '../../http/client.ts';
import { pipedSecrets } from '../../input/piped-secrets.ts';
import { requireSecret } from '../../input/required.ts';

interface SetOptions {
  readonly email: string | null;
  readonly password: string;
}

const FLAG = '--password-stdin';

export default defineCommand<SetOptions>({
  async parse({ options }, context) {
    const email = options.isNegated('email') ? null : options.text('email');
    if (email === undefined) throw usageError('Nothing to change: no option was given.', 'give --email or --no-email');
    const [piped = null] = options.has('passwordStdin') ? await pipedSecrets(context.io, [FLAG]) : [];
    return { email, password: await requireSecret(context, { flag: FLAG, message: 'Your password:', piped }) };
  },
  async run({ api, print }, body) {
    const account = await unwrap((await api()).PUT('/api/v1/auth/auth/me', { body }));
    print.done(account.email === null ? 'Your account has no e-mail now.' : `Your e-mail is ${account.email} now.`, account);
  },
});
