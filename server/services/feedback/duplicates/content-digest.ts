import { createHash } from 'node:crypto';
import type { Comment } from '../../../../models/feedback/Comment.ts';
import type { Post } from '../../../../models/feedback/Post.ts';
import type { Review } from '../../../../models/feedback/Review.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';

/** Shorter texts are often the same by chance, such as “Thank you”. In characters of the folded text. */
const SHORTEST = 12;
/** 128 bits in base64url. */
const DIGEST_LENGTH = 22;

/** null for a text that is too short to be a duplicate. The same is true for the others. */
export function postDigest({ userId, title, description }: Pick<Post, 'userId' | 'title' | 'description'>): string | null {
  return digestOf([userId], `${title} ${description}`);
}

export function reviewDigest({
  userId,
  itemType,
  itemId,
  comment,
}: Pick<Review, 'userId' | 'itemType' | 'itemId' | 'comment'>): string | null {
  return digestOf([userId, itemType, itemId], comment ?? '');
}

export function commentDigest({ userId, entityType, entityId, content }: Pick<Comment, 'userId' | 'entityType' | 'entityId' | 'content'>) {
  return userId === null ? null : digestOf([userId, entityType, entityId], content ?? '');
}

/** It contains the author, so that one index finds the same text of the same author, and so it must go when the author is erased. */
function digestOf(about: readonly (string | number)[], text: string): string | null {
  const folded = foldForSearch(text).replace(/\s+/g, ' ').trim();
  if (folded.length < SHORTEST) return null;
  return createHash('sha256')
    .update(JSON.stringify([...about, folded]))
    .digest('base64url')
    .slice(0, DIGEST_LENGTH);
}
