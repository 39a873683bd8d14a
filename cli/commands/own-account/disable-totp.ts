import { defineCommand } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { pipedSecrets } from '../../input/piped-secrets.ts';
import { requireSecret } from '../../input/required.ts';

interface DisableOptions {
  readonly password: string;
  readonly code: string;
}

const FLAG = '--password-stdin';

export default defineCommand<DisableOptions>({
  async parse({ options }, context) {
    const [pipedPassword = null, pipedCode = null] = options.has('passwordStdin') ? await pipedSecrets(context.io, [FLAG, FLAG]) : [];
    const password = await requireSecret(context, { flag: FLAG, message: 'Your password:', piped: pipedPassword });
    const message = 'Code of your authenticator app, or a recovery code:';
    return { password, code: await requireSecret(context, { flag: FLAG, message, piped: pipedCode }) };
  },
  async run({ api, print }, body) {
    const answer = await unwrap((await api()).DELETE('/api/v1/auth/auth/totp', { body }));
    print.done('The second factor is removed. Signing in needs the password only.', answer);
  },
});
