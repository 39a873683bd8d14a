import { maskEmail } from '../mask.ts';
import type { Logger } from '../observe/logger.ts';
import type { RenderedMail } from './mail-content.ts';

/** A mail that is ready to be sent. */
export interface OutgoingMail extends RenderedMail {
  readonly template: string;
  readonly to: { readonly name: string; readonly address: string };
  /** The address at which the reader stops such mails; null for a mail that cannot be stopped. */
  readonly unsubscribeUrl: string | null;
  /** Without angle brackets and domain; the same at every attempt. */
  readonly messageId: string;
  readonly date: Date;
}

/**
 * The outcome of an attempt. `later`: the mail was not accepted, or the outcome is unknown, so it is tried again; `isDown` if the server
 * would accept no other mail either. `refused`: it will never be accepted. Reasons are codes and commands, because the texts of servers
 * contain addresses.
 */
export type Outcome =
  | { readonly kind: 'sent' | 'logged' }
  | { readonly kind: 'later'; readonly reason: string; readonly isDown: boolean }
  | { readonly kind: 'refused'; readonly reason: string };

/** A way to send mails. */
export interface MailTransport {
  /** Makes one attempt of at most 15 s; never rejects because of the mail server. */
  deliver(mail: OutgoingMail): Promise<Outcome>;
}

/** For a server without SMTP_URL: logs that there was a mail, without its content. */
export function logTransport(log: Logger): MailTransport {
  return {
    deliver: async ({ to, template }) => {
      log.info({ to: maskEmail(to.address), template }, 'mail not sent: SMTP_URL is not set');
      return { kind: 'logged' };
    },
  };
}
