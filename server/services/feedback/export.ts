import { ChangelogEntry } from '../../../models/feedback/ChangelogEntry.ts';
import { Comment } from '../../../models/feedback/Comment.ts';
import { Favorite } from '../../../models/feedback/Favorite.ts';
import { InboxItem } from '../../../models/feedback/InboxItem.ts';
import { AuthorBlock } from '../../../models/feedback/moderation/AuthorBlock.ts';
import { ContentRefusal } from '../../../models/feedback/moderation/ContentRefusal.ts';
import { ContentReport } from '../../../models/feedback/moderation/ContentReport.ts';
import { Post } from '../../../models/feedback/Post.ts';
import { PostSubscription } from '../../../models/feedback/PostSubscription.ts';
import { PostVote } from '../../../models/feedback/PostVote.ts';
import { Review } from '../../../models/feedback/Review.ts';
import { RoadmapItem } from '../../../models/feedback/RoadmapItem.ts';
import type { Database } from '../../platform/db/database.ts';
import { exportRows } from '../../platform/db/records/export-rows.ts';
import type { ExportedPerson, ExportPart } from '../../platform/export.ts';

const TIMES = ['createdAt', 'updatedAt'] as const;
const REVIEW = [
  'id',
  'itemType',
  'itemId',
  'rating',
  'title',
  'comment',
  'images',
  'status',
  'statusReason',
  'source',
  'editedAt',
] as const;
const COMMENT = ['id', 'entityType', 'entityId', 'parentId', 'content', 'moderation', 'repliesCount', 'editedAt'] as const;
const POST = ['id', 'title', 'description', 'category', 'status', 'moderation', 'votesCount', 'commentsCount', 'editedAt'] as const;
const ROADMAP = ['id', 'title', 'description', 'status', 'category', 'targetDate', 'position', 'postId'] as const;
const CHANGELOG = ['id', 'title', 'content', 'titleAr', 'contentAr', 'version', 'type', 'publishedAt'] as const;

/** The lists of the feedback of a user, in the order of the document. */
export function feedbackExport(db: Database): ExportPart[] {
  return [
    exportRows(db.model(Review), { key: 'reviews', columns: [...REVIEW, ...TIMES], where: ownOf, record: reviewRecord }),
    exportRows(db.model(Comment), { key: 'comments', columns: [...COMMENT, ...TIMES], where: ownOf }),
    exportRows(db.model(Post), { key: 'posts', columns: [...POST, ...TIMES], where: ownOf }),
    exportRows(db.model(PostVote), { key: 'votes', columns: ['postId', 'createdAt'], by: 'postId', where: ownOf }),
    exportRows(db.model(PostSubscription), {
      key: 'subscriptions',
      columns: ['postId', 'isSubscribed', 'isMailed', 'createdAt'],
      by: 'postId',
      where: ownOf,
    }),
    exportRows(db.model(Favorite), { key: 'favorites', columns: ['id', 'itemType', 'itemId', 'createdAt'], where: ownOf }),
    exportRows(db.model(Review), {
      key: 'guestReviews',
      columns: [...REVIEW, 'guestEmail', 'guestName', ...TIMES],
      where: guestOf,
      record: reviewRecord,
    }),
    exportRows(db.model(ContentReport), {
      key: 'reports',
      columns: ['id', 'entityType', 'entityId', 'reason', 'note', 'createdAt'],
      where: ownOf,
    }),
    exportRows(db.model(ContentRefusal), { key: 'refusals', columns: ['id', 'attempt', 'refusedAt'], where: ownOf }),
    exportRows(db.model(AuthorBlock), { key: 'blocks', columns: ['id', 'authorId', 'createdAt'], where: ownOf }),
    exportRows(db.model(InboxItem), {
      key: 'inbox',
      columns: ['id', 'type', 'entityType', 'entityId', 'data', 'createdAt', 'readAt'],
      where: ownOf,
    }),
    exportRows(db.model(RoadmapItem), { key: 'roadmap', columns: [...ROADMAP, ...TIMES], where: createdBy }),
    exportRows(db.model(ChangelogEntry), { key: 'changelog', columns: [...CHANGELOG, ...TIMES], where: createdBy }),
  ];
}

function ownOf({ projectId, userId }: ExportedPerson): { projectId: number; userId: string } {
  return { projectId, userId };
}

function createdBy({ projectId, userId }: ExportedPerson): { projectId: number; createdBy: string } {
  return { projectId, createdBy: userId };
}

/** Reviews that were written with the address of the user, before the user registered or without signing in. */
function guestOf({ projectId, provedEmail }: ExportedPerson): { projectId: number; userId: string } | null {
  return provedEmail === null ? null : { projectId, userId: `guest:${provedEmail}` };
}

function reviewRecord(review: Review): object {
  return { ...review.get(), images: review.images === null ? [] : JSON.parse(review.images) };
}
