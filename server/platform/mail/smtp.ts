import type { Transporter } from 'nodemailer';
import type { Mailbox } from '../../config/readers/mailbox.ts';
import { propertyOf } from '../property-of.ts';
import type { MailTransport, Outcome } from './transport.ts';

/** In milliseconds. */
export interface SmtpLimits {
  /** To find and reach the server, and again for its greeting. */
  readonly connectMs: number;
  /** For a whole attempt, from the DNS look-up to the answer to the content. */
  readonly attemptMs: number;
}

const LIMITS: SmtpLimits = { connectMs: 5_000, attemptMs: 15_000 };

interface Server {
  readonly address: string;
  readonly requireTLS: boolean;
}

/**
 * Sends over the server of `SMTP_URL`, from `MAIL_FROM`. Each attempt opens a connection. A password is sent only over TLS unless the
 * server is this machine or the URL says `?requireTLS=false`.
 */
export function smtpTransport(url: string, mailbox: Mailbox, { connectMs, attemptMs }: SmtpLimits = LIMITS): MailTransport {
  const server = parseServerUrl(url);
  let transporter: Promise<Transporter> | undefined;
  // a copy, because nodemailer writes to it, and the configuration is frozen
  const from = { ...mailbox };
  const domain = from.address.slice(from.address.lastIndexOf('@') + 1);
  return {
    deliver: async ({ to, subject, text, html, messageId, date, unsubscribeUrl }) => {
      if (!isPlainAddress(to.address)) return { kind: 'refused', reason: 'address' };
      try {
        transporter ??= createTransporter(server, { connectMs, attemptMs });
        await (await transporter).sendMail({
          from,
          to,
          subject,
          text,
          html,
          date,
          messageId: `<${messageId}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribeHeaders(unsubscribeUrl) },
          signal: AbortSignal.timeout(attemptMs),
        });
        return { kind: 'sent' };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

/** By these a mail program unsubscribes with one request (RFC 8058). The SMTP service must cover both by its DKIM signature. */
function unsubscribeHeaders(url: string | null): Readonly<Record<string, string>> {
  return url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

async function createTransporter({ address, requireTLS }: Server, { connectMs, attemptMs }: SmtpLimits): Promise<Transporter> {
  // takes a megabyte, and most processes send no mail
  const { createTransport } = await import('nodemailer');
  return createTransport({
    // its parameters, such as `tls.rejectUnauthorized`, override the options below
    url: address,
    requireTLS,
    dnsTimeout: connectMs,
    connectionTimeout: connectMs,
    greetingTimeout: connectMs,
    socketTimeout: attemptMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** Takes the parameters out of the URL that may not override ours: nodemailer's log would contain the password. */
function parseServerUrl(text: string): Server {
  const url = new URL(text);
  const asked = url.searchParams.get('requireTLS');
  const hasLogin = url.username !== '' || url.password !== '';
  for (const name of ['requireTLS', 'logger', 'debug']) url.searchParams.delete(name);
  return { address: url.href, requireTLS: asked === null ? hasLogin && !isThisMachine(url.hostname) : asked !== 'false' };
}

function isThisMachine(hostname: string): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

const MAIL_COMMANDS: ReadonlySet<unknown> = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** The session was not ready for the command; the mail itself was not refused. */
const SESSION_REPLIES: ReadonlySet<number> = new Set([503, 530]);

/** A refusal of the recipient or the content is permanent. A refused sender is not, because the configuration can be corrected. */
function outcomeOf(error: unknown): Outcome {
  const command = propertyOf(error, 'command');
  const responseCode = propertyOf(error, 'responseCode');
  const reply = typeof responseCode === 'number' && responseCode >= 400 ? responseCode : null;
  const reason = [responseCode, propertyOf(error, 'code'), command].filter(Boolean).join(' ').slice(0, 100);
  const isPermanent = reply !== null && reply >= 500 && !SESSION_REPLIES.has(reply);
  if (isPermanent && (command === 'RCPT TO' || command === 'DATA')) return { kind: 'refused', reason };
  return { kind: 'later', reason, isDown: reply === null || !MAIL_COMMANDS.has(command) };
}

/** A single address, which no server can read as two. Input schemas have checked it before. */
function isPlainAddress(address: string): boolean {
  return /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;:"@]+$/u.test(address);
}
