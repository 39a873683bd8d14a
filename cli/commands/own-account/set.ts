import { defineCommand } from '../../command.ts';
import { usageError } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';

export default defineCommand<{ email: string | null }>({
  parse({ options }) {
    const email = options.isNegated('email') ? null : options.text('email');
    if (email === undefined) throw usageError('Nothing to change: no option was given.', 'give --email or --no-email');
    return { email };
  },
  async run({ api, print }, body) {
    const account = await unwrap((await api()).PUT('/api/v1/auth/auth/me', { body }));
    print.done(account.email === null ? 'Your account has no e-mail now.' : `Your e-mail is ${account.email} now.`, account);
  },
});
