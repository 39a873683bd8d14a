import { isSameDigest } from '../crypto/one-time-code.ts';
import type { SecretKeys } from '../crypto/secret-keys.ts';
import type { MailTopic } from './mail-content.ts';

/** The page at which a reader stops mails, below `PUBLIC_URL`. */
export const UNSUBSCRIBE_PATH = '/u';

/** The reader, the project and the subject of mails that can be stopped. */
export interface ReaderTopic extends MailTopic {
  readonly projectId: number;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const UUID_BYTES = 16;

/**
 * Makes and reads the links by which a reader stops mails. A token is the digest, the reader, the project and the subject. It is valid for
 * ever, because the mail is kept as long, and no table holds it.
 */
export class UnsubscribeLinks {
  readonly #secrets: Pick<SecretKeys, 'signUnsubscribe'>;
  readonly #publicUrl: string | null;

  constructor(secrets: Pick<SecretKeys, 'signUnsubscribe'>, publicUrl: string | null) {
    this.#secrets = secrets;
    this.#publicUrl = publicUrl;
  }

  /** The address for a mail; null when this server has no public one. */
  addressOf(topic: ReaderTopic): string | null {
    return this.#publicUrl === null ? null : `${this.#publicUrl}${UNSUBSCRIBE_PATH}/${this.tokenOf(topic)}`;
  }

  /** About 55 characters for a user. It ends with a number, so that no mail program leaves its last character out of a link. */
  tokenOf({ projectId, reader, subject }: ReaderTopic): string {
    const content = `${shortReader(reader)}.${projectId}.${subject.replace(':', '-')}`;
    return `${this.#secrets.signUnsubscribe(content)}.${content}`;
  }

  /** The content of a token; null for a text that this server has not signed, in whatever spelling. */
  read(token: string): ReaderTopic | null {
    const end = token.indexOf('.');
    const content = token.slice(end + 1);
    if (end === -1 || !isSameDigest(token.slice(0, end), this.#secrets.signUnsubscribe(content))) return null;
    const [reader = '', projectId, subject = ''] = content.split('.');
    return { reader: longReader(reader), projectId: Number(projectId), subject: subject.replace('-', ':') };
  }
}

/** A UUID in 22 characters; any other id, such as `operator:7`, with a hyphen. */
function shortReader(id: string): string {
  return UUID.test(id) ? Buffer.from(id.replaceAll('-', ''), 'hex').toString('base64url') : id.replace(':', '-');
}

function longReader(text: string): string {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.length !== UUID_BYTES) return text.replace('-', ':');
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
