import { Post } from '../../../../models/feedback/Post.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import type { ReaderTopic } from '../../../platform/mail/unsubscribe-links.ts';
import type { Feedback } from '../feedback.ts';
import { postOf, stopMailsOf } from './stored-subscriptions.ts';

export { UNSUBSCRIBE_PATH } from '../../../platform/mail/unsubscribe-links.ts';

/** The mails that the link of a mail can stop. */
export interface StoppableMails {
  readonly topic: ReaderTopic;
  readonly projectName: string;
  /** The title of the post; null when not everyone sees it. */
  readonly title: string | null;
  /** Operators have no setting for all mails. */
  readonly canStopAll: boolean;
}

/** The mails of a token. @throws ApiError 404 for a text that is no token of this server, or whose project is gone */
export async function findStoppable({ db, unsubscribeLinks, findProjectName }: Feedback, token: string): Promise<StoppableMails> {
  const topic = unsubscribeLinks.read(token);
  const projectName = topic === null ? null : await findProjectName(topic.projectId);
  if (topic === null || projectName === null) throw notFound();
  const { projectId, reader, subject } = topic;
  const where = { projectId, id: postOf(subject) ?? 0, moderation: 'visible' } as const;
  const post = await db.model(Post).findOne({ attributes: ['title'], where, raw: true });
  return { topic, projectName, title: post?.title ?? null, canStopAll: !reader.startsWith('operator:') };
}

/**
 * Stops the mails about the post, or all mails that are not about the account of the reader; the inbox goes on. A repeated call changes
 * nothing, as does one for a post or an account that is gone.
 */
export async function stopMails(feedback: Feedback, { topic, canStopAll }: StoppableMails, scope: 'topic' | 'all'): Promise<void> {
  const { projectId, reader: userId, subject } = topic;
  if (scope === 'all' && canStopAll) return feedback.turnOffNotifications(projectId, userId);
  const { db, clock } = feedback;
  const id = postOf(subject) ?? 0;
  await inTransaction(db, async () => {
    const post = await db.model(Post).findOne({ attributes: ['id'], where: { projectId, id }, lock: true });
    // an erased account must leave no rows
    if (post === null || (await feedback.findAuthor(projectId, userId)) === null) return;
    await stopMailsOf(db, { projectId, postId: id, userId }, clock.now());
  });
}
