import assert from 'node:assert/strict';
import type { Environment } from '../../../server/config/types.ts';
import type { Clock } from '../../../server/platform/clock.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { type AuthServer, clientOf, newPhone, type RegisteredUser, register, startAuthServer } from '../support.ts';

/** A server whose mails go to a real SMTP server. */
export interface ContactServer extends AuthServer {
  readonly smtp: MailServer;
  newUser(extra?: object): Promise<RegisteredUser>;
  /** Sets the address in the profile and resolves to the code that is mailed to it. */
  requestEmailCode(user: RegisteredUser, email: string): Promise<string>;
  /** The text of the latest mail to the address. */
  mailTo(email: string): string;
}

export async function startContactServer(options: { clock?: Clock; env?: Environment } = {}): Promise<ContactServer> {
  const smtp = await startMailServer();
  const env = { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com', OTP_COOLDOWN_SECONDS: '0', ...options.env };
  const auth = await startAuthServer({ ...options, env });
  const { server, providers } = auth;
  const mailsTo = (email: string) => smtp.mails.filter(({ to }) => to.includes(email));
  const mailTo = (email: string): string => mailsTo(email).at(-1)?.email.text ?? '';
  return {
    server,
    providers,
    smtp,
    mailTo,
    newUser: (extra = {}) => register(server, providers, newPhone(), { ...extra }),
    async requestEmailCode(user, email) {
      await clientOf(server, user).put('/profile', { email }).expect(200);
      const before = mailsTo(email).length;
      await clientOf(server, user).post('/email/verify-init').expect(200);
      await until(() => mailsTo(email).length > before);
      const [, code] = /^ {4}(\d{6})$/m.exec(mailTo(email)) ?? [];
      assert.ok(code !== undefined, mailTo(email));
      return code;
    },
    async close() {
      await auth.close();
      await smtp.close();
    },
  };
}
