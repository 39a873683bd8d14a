import type { Database } from '../../../platform/db/database.ts';
import { blockedPairs, hasInbox, noteItems } from './note-items.ts';

interface Reply {
  readonly id: number;
  /** The author of the comment that it replies to. */
  readonly parentAuthor: string | null;
  readonly userId: string | null;
  readonly createdAt: Date;
}

/** Tells the authors of comments about visible replies, each once, unless they wrote the reply or blocked its author. */
export async function noteReplies(db: Database, projectId: number, replies: readonly Reply[]): Promise<void> {
  const heard = replies.flatMap(({ id, parentAuthor, userId, createdAt }) =>
    userId !== null && hasInbox(parentAuthor) && parentAuthor !== userId ? [{ id, userId: parentAuthor, authorId: userId, createdAt }] : [],
  );
  if (heard.length === 0) return;
  const blocked = await blockedPairs(db, projectId, heard);
  const items = heard
    .filter(({ userId, authorId }) => !blocked.has(`${userId} ${authorId}`))
    .map(({ id, userId, createdAt }) => ({
      userId,
      type: 'comment.reply',
      entityType: 'comment',
      entityId: id,
      revision: 0,
      createdAt,
    }));
  await noteItems(db, projectId, items);
}
