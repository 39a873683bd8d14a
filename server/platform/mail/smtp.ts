import { Readable } from 'node:stream';
import MailComposer from 'nodemailer/lib/mail-composer';
import { parseConnectionUrl } from 'nodemailer/lib/shared';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { MailTransport, Outcome, OutgoingMail } from './transport.ts';

/** In milliseconds. */
export interface SmtpLimits {
  /** To find and reach the server, and again for its greeting. */
  readonly connectMs: number;
  /** For a whole attempt, from the look-up of the host to the answer to the content. */
  readonly attemptMs: number;
}

const LIMITS: SmtpLimits = { connectMs: 5_000, attemptMs: 15_000 };

interface Envelope {
  readonly from: string;
  readonly to: string;
}

interface Login {
  readonly user: string;
  readonly pass: string;
}

interface Attempt {
  readonly login: Login | null;
  readonly envelope: Envelope;
  readonly bytes: Buffer;
  readonly handOver: () => Promise<void>;
}

type Exchange = Pick<Attempt, 'login' | 'envelope'> & { readonly content: Readable };

/**
 * Sends by the server of `SMTP_URL`, whose parameters nodemailer knows, from `MAIL_FROM`, an address or `Name <address>`. A password
 * leaves this machine encrypted or not at all, unless the URL says `?requireTLS=false`. Each attempt has a connection of its own. nodemailer's own transports begin to read a mail before the server has
 * agreed to take it; its connection leaves the moment in which the content leaves to us.
 */
export function smtpTransport(url: string, mailFrom: string, { connectMs, attemptMs }: SmtpLimits = LIMITS): MailTransport {
  const { auth, ...server } = parseConnectionUrl(url);
  const login = auth === undefined ? null : { user: auth.user ?? '', pass: auth.pass ?? '' };
  const times = { dnsTimeout: connectMs, connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: attemptMs };
  const { requireTLS = login !== null && !isThisMachine(server.host) } = server;
  const options = { ...times, ...server, requireTLS: requireTLS !== false, logger: false, debug: false };
  const sender = senderOf(mailFrom);
  return {
    deliver: async (mail, handOver) => {
      if (!isPlainAddress(mail.to.address)) return { kind: 'refused', reason: 'address' };
      const { envelope, bytes } = await compose(mail, sender);
      return attempt(new SMTPConnection(options), { login, envelope, bytes, handOver }, attemptMs);
    },
  };
}

function isThisMachine(host = 'localhost'): boolean {
  return /^((.+\.)?localhost|127(\.\d{1,3}){3}|::1)$/i.test(host);
}

async function attempt(connection: SMTPConnection, { login, envelope, bytes, handOver }: Attempt, attemptMs: number): Promise<Outcome> {
  const state = { isHandedOver: false, isOver: false };
  // read by the connection once the server has agreed to the envelope, and no sooner
  const content = Readable.from(
    (async function* () {
      await handOver();
      if (state.isOver) throw new Error('The connection was closed meanwhile.');
      state.isHandedOver = true;
      yield bytes;
    })(),
  );
  const ending = new AbortController();
  try {
    await Promise.race([converse(connection, { login, envelope, content }), breakdown(connection, attemptMs, ending.signal)]);
    connection.quit();
    return { kind: 'sent' };
  } catch (error) {
    connection.close();
    return judge(error, state.isHandedOver);
  } finally {
    state.isOver = true;
    ending.abort();
  }
}

async function converse(connection: SMTPConnection, { login, envelope, content }: Exchange): Promise<void> {
  await settled((done) => connection.connect(done));
  // as nodemailer's transport does: a server that offers no login is not shown the password
  if (login !== null && connection.allowsAuth) await settled((done) => connection.login({ credentials: login }, done));
  await settled((done) => connection.send(envelope, content, done));
}

/** Rejects when the connection breaks or the attempt takes too long. The listener stays: an error without one ends the process. */
function breakdown(connection: SMTPConnection, attemptMs: number, ending: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    connection.on('error', reject);
    const timer = setTimeout(() => reject(Object.assign(new Error('The attempt took too long.'), { code: 'ETIMEDOUT' })), attemptMs);
    ending.addEventListener('abort', () => clearTimeout(timer));
  });
}

function settled(start: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    start((error) => (error ? reject(error) : resolve()));
  });
}

const OF_ONE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);
/** These say that the session was not ready for the command: nothing against the mail. */
const OF_THE_SESSION = new Set([503, 530]);

/** What an attempt that failed came to. Once the content has left, nothing but the server's own refusal of it says that it was not taken. */
function judge(error: unknown, isHandedOver: boolean): Outcome {
  const { code, command, responseCode = null } = error as { code?: string; command?: string; responseCode?: number };
  const reason = [responseCode, code, command].filter(Boolean).join(' ').slice(0, 100);
  const isRefusal = responseCode !== null && responseCode >= 400;
  if (isHandedOver && !(isRefusal && code === 'EMESSAGE')) return { kind: 'unclear', reason };
  const isForGood = isRefusal && responseCode >= 500 && !OF_THE_SESSION.has(responseCode);
  // a refused sender is a matter of the configuration, which may be mended within the day
  if (isForGood && (command === 'RCPT TO' || command === 'DATA')) return { kind: 'refused', reason };
  return { kind: 'later', reason, isDown: !(isRefusal && OF_ONE_MAIL.has(command ?? '')) };
}

/** The bytes of the mail. Texts only: nothing in it makes nodemailer read a file or an address. */
async function compose(mail: OutgoingMail, from: Sender): Promise<{ envelope: Envelope; bytes: Buffer }> {
  const { to, subject, text, html, messageId, date } = mail;
  const node = new MailComposer({
    from,
    to,
    subject,
    text,
    html,
    messageId: `<${messageId}@${from.address.slice(from.address.lastIndexOf('@') + 1)}>`,
    date,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }).compile();
  // the one recipient, with the domain in ASCII where that is possible
  const [recipient = to.address] = node.getEnvelope().to;
  return { envelope: { from: from.address, to: recipient }, bytes: await node.build() };
}

interface Sender {
  readonly name: string;
  readonly address: string;
}

/** Parsed here: nodemailer would take `Shop: News <a@b.example>` for a group. */
function senderOf(mailFrom: string): Sender {
  const [, name = '', address = mailFrom] = /^([^<>]*)<([^<>]+)>$/.exec(mailFrom) ?? [];
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address: address.trim() };
}

/** One address, which no server reads as two or as something else. What came in through a request is one already. */
function isPlainAddress(address: string): boolean {
  return /^[^\s\p{Cc}<>()[\]\\,;:"@]+@[^\s\p{Cc}<>()\\,;:"@]+$/u.test(address);
}
