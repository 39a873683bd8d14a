import type { Logger } from '../logger.ts';
import { maskEmail } from '../mask.ts';
import type { RenderedLetter } from './letter.ts';

/** A mail that is ready to go. */
export interface OutgoingMail extends RenderedLetter {
  readonly template: string;
  readonly to: { readonly name: string; readonly address: string };
  /** Without angle brackets; the same at every attempt. */
  readonly messageId: string;
  readonly date: Date;
}

/**
 * What became of an attempt. `later`: it was certainly not taken and may be tried again; with `isDown` no other mail would have been
 * taken either. `refused`: it never will be. `unclear`: it may have been taken, so that another attempt could be a second mail.
 * Reasons are codes and commands, never the words of a server, which repeat addresses.
 */
export type Outcome =
  | { readonly kind: 'sent' | 'logged' }
  | { readonly kind: 'later'; readonly reason: string; readonly isDown: boolean }
  | { readonly kind: 'refused' | 'unclear'; readonly reason: string };

/** A way for mails to leave. */
export interface MailTransport {
  /**
   * Makes one attempt, of at most 15 s. `handOver` is called right before the content leaves, and nothing of it does when that fails.
   * @throws Error only for a mail of which nothing has left
   */
  deliver(mail: OutgoingMail, handOver: () => Promise<void>): Promise<Outcome>;
}

/** For a server without SMTP_URL: says that there would have been a mail, and not what stands in it. */
export function logTransport(log: Logger): MailTransport {
  return {
    deliver: async ({ to, template }) => {
      log.info({ to: maskEmail(to.address), template }, 'a mail is not sent, for there is no SMTP_URL');
      return { kind: 'logged' };
    },
  };
}
