import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail that the server accepted. */
export interface ReceivedMail {
  readonly from: string;
  /** The recipients of the envelope. */
  readonly to: readonly string[];
  readonly email: Email;
  readonly raw: string;
}

/** Accept, refuse with this code, break the connection, or do not answer until the behaviour changes. */
export type Behaviour = 'take' | 'drop' | 'hang' | number;

export interface MailServer {
  /** For `SMTP_URL`. */
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
  /** The recipients of each content that arrived completely, accepted or not. */
  readonly contents: readonly string[];
  /** The Message-ID of each of these contents. */
  readonly messageIds: readonly string[];
  /** The address of every RCPT command. */
  readonly recipients: readonly string[];
  /** Each password that it received, and whether encrypted. */
  readonly passwords: readonly string[];
  /** Sets the behaviour for recipients and contents; it also answers those that wait. */
  behave(behaviour: { recipient?: Behaviour; content?: Behaviour }): void;
  close(): Promise<void>;
}

type Answer = (error?: Error | null) => void;

interface Key {
  readonly key: string;
  readonly cert: string;
}

/** A real SMTP server on the loopback that accepts every login; without `tls` it has no encryption. */
export async function startMailServer(port = 0, tls?: Key): Promise<MailServer> {
  const behaviour: { recipient: Behaviour; content: Behaviour } = { recipient: 'take', content: 'take' };
  const mails: ReceivedMail[] = [];
  const contents: string[] = [];
  const messageIds: string[] = [];
  const recipients: string[] = [];
  const passwords: string[] = [];
  const hanging = new Set<() => void>();

  const act = (at: 'recipient' | 'content', sessionId: string, answer: Answer): void => {
    const reaction = behaviour[at];
    if (reaction === 'take') answer();
    else if (reaction === 'drop') breakOff(server, sessionId);
    else if (reaction === 'hang') hanging.add(() => act(at, sessionId, answer));
    else answer(Object.assign(new Error('no'), { responseCode: reaction }));
  };
  const server = new SMTPServer({
    ...(tls ?? { disabledCommands: ['STARTTLS'] }),
    authOptional: true,
    allowInsecureAuth: true,
    onAuth: ({ username, password = '' }, { secure }, answer) => {
      passwords.push(`${password} ${secure ? 'encrypted' : 'in clear'}`);
      answer(null, { user: username });
    },
    disableReverseLookup: true,
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, session, answer) => {
      recipients.push(address);
      act('recipient', session.id, answer);
    },
    onData: (stream, session, answer) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        const from = session.envelope.mailFrom === false ? '' : session.envelope.mailFrom.address;
        contents.push(to.join(' '));
        const raw = Buffer.concat(chunks).toString();
        messageIds.push(/^Message-ID: (.+)\r$/im.exec(raw)?.[1] ?? '');
        const take: Answer = (error) => {
          if (error !== undefined && error !== null) return answer(error);
          void PostalMime.parse(raw).then((email) => {
            mails.push({ from, to, email, raw });
            answer();
          });
        };
        act('content', session.id, take);
      });
    },
  });
  // a client that is killed in a session
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.server.address() as AddressInfo;

  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    contents,
    messageIds,
    recipients,
    passwords,
    behave(next) {
      Object.assign(behaviour, next);
      const waiting = [...hanging];
      hanging.clear();
      for (const resume of waiting) resume();
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function breakOff(server: SMTPServer, sessionId: string): void {
  for (const connection of server.connections as Set<{ id: string; _socket: { destroy(): void } }>) {
    if (connection.id === sessionId) connection._socket.destroy();
  }
}
