import type { Database } from '../../platform/db/database.ts';
import type { UnsubscribeLinks } from '../../platform/mail/unsubscribe-links.ts';
import type { MailReaders } from '../../platform/mail/worker.ts';
import { isMailed, postOf } from '../../services/feedback/readers/stored-subscriptions.ts';
import { findContacts } from './feedback.ts';

/** Mails that wait are sent only to readers who want them when they are sent. */
export function mailReaders(db: Database, links: UnsubscribeLinks): MailReaders {
  return {
    addressOf: (mail) => links.addressOf(mail),
    async isWanted({ projectId, to, reader, subject }) {
      const postId = postOf(subject);
      if (postId !== null && !(await isMailed(db, { projectId, postId, userId: reader }, true))) return false;
      const [contact] = await findContacts(db, projectId, [reader]);
      return contact?.email === to;
    },
  };
}
