import type { ModelStatic } from 'sequelize';
import { ChangelogEntry } from '../../../models/feedback/ChangelogEntry.ts';
import { Comment } from '../../../models/feedback/Comment.ts';
import { Post } from '../../../models/feedback/Post.ts';
import { Review } from '../../../models/feedback/Review.ts';
import { RoadmapItem } from '../../../models/feedback/RoadmapItem.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/database.ts';
import type { EventTexts, OutgoingEvent, TextReaders } from '../../platform/outgoing/event.ts';

const NONE: EventTexts = {};

/** The texts for webhooks that want them, as everybody reads them now: none that was hidden, deleted or is not published yet. */
export function feedbackTexts(clock: Clock): TextReaders {
  return {
    async review(db, event) {
      const review = await findSubject(db, Review, event);
      return review?.status === 'approved' ? { title: review.title, comment: review.comment } : NONE;
    },
    async comment(db, event) {
      const comment = await findSubject(db, Comment, event);
      const isShown = comment !== null && !comment.isDeleted && comment.moderation === 'visible' && (await isTargetShown(db, comment));
      return isShown ? { content: comment.content } : NONE;
    },
    async post(db, event) {
      const post = await findSubject(db, Post, event);
      return post?.moderation === 'visible' ? { title: post.title, description: post.description } : NONE;
    },
    async roadmap(db, event) {
      const item = await findSubject(db, RoadmapItem, event);
      return item === null ? NONE : { title: item.title, description: item.description };
    },
    async changelog(db, event) {
      const entry = await findSubject(db, ChangelogEntry, event);
      if (entry === null || entry.publishedAt > clock.now()) return NONE;
      const { title, content, titleAr, contentAr } = entry;
      return { title, content, titleAr, contentAr };
    },
  };
}

type Subject = Review | Comment | Post | RoadmapItem | ChangelogEntry;

async function findSubject<M extends Subject>(db: Database, model: ModelStatic<M>, event: OutgoingEvent): Promise<M | null> {
  const { projectId, subject } = event;
  if (projectId === null) return null;
  return findRow(db, model, { projectId, id: Number(subject.split(':')[1]) });
}

function findRow<M extends Subject>(db: Database, model: ModelStatic<M>, key: { projectId: number; id: number }): Promise<M | null> {
  return db.model<ModelStatic<Subject>>(model).findOne({ where: { ...key } }) as Promise<M | null>;
}

/** Comments on hidden content are hidden with it. */
async function isTargetShown(db: Database, { projectId, entityType, entityId: id }: Comment): Promise<boolean> {
  if (entityType === 'review') return (await findRow(db, Review, { projectId, id }))?.status === 'approved';
  return entityType !== 'post' || (await findRow(db, Post, { projectId, id }))?.moderation === 'visible';
}
