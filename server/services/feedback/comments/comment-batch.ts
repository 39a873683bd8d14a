import { Comment, type ModerationState } from '../../../../models/feedback/Comment.ts';
import type { Database } from '../../../platform/db/database.ts';
import { incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { type Batches, latestOf, textSize } from '../../../platform/db/transactions/batches.ts';
import { ApiError, badRequest, notFound } from '../../../platform/errors.ts';
import { recordOutgoing } from '../../../platform/outgoing/record.ts';
import { actorOfAuthor } from '../authors.ts';
import { incrementCounters } from '../counts/counts.ts';
import { incrementRows } from '../counts/row-counters.ts';
import { insertOriginals } from '../duplicates/insert-originals.ts';
import { noteReplies } from '../inbox/replies.ts';
import { pendingSince } from '../moderation/queue/waiting-since.ts';
import { type Attempt, commentAttempt, findRefused } from '../moderation/refusals.ts';
import { followCommented } from '../readers/stored-subscriptions.ts';
import { searchKeyOf } from '../search.ts';
import { countsOf, placeOf } from './comment-places.ts';
import { readTargets, type Viewer } from './comment-targets.ts';
import { commentCounters, incrementThreads, lockThreads, type ThreadChange } from './threads.ts';

/** A checked comment, ready to be written. */
export interface CommentDraft extends Pick<Comment, 'entityType' | 'entityId' | 'parentId' | 'contentDigest' | 'moderation' | 'createdAt'> {
  readonly content: string;
  readonly author: Viewer & { readonly userId: string };
}

/** The deepest level of replies; a top-level comment is on level 1. */
const MAX_LEVEL = 5;

export const COMMENTS: Batches<CommentDraft, Comment> = {
  name: 'comments',
  sizeOf: ({ content }) => textSize(content),
  identityOf: ({ contentDigest }) => contentDigest,
  write: writeComments,
};

/**
 * Writes the comments of one project. Those that were refused before wait for a moderator. The result of a draft is its comment, 404
 * `<entityType>_not_found`, 400 `invalid_parent` or 409 `duplicate_content`.
 */
async function writeComments(db: Database, projectId: number, drafts: readonly CommentDraft[]): Promise<(Comment | ApiError)[]> {
  const now = latestOf(drafts);
  // before any lock, which others wait for
  const refused = await findRefused(db, projectId, drafts, { authorOf: ({ author }) => author.userId, attemptOf, now });
  const faulty = new Map<CommentDraft, ApiError>();
  const shown = await lockShown(db, projectId, drafts);
  const parents = await readParents(db, projectId, shown);
  const accepted = shown.flatMap((draft) => {
    const position = positionBelow(draft, parents);
    if (!(position instanceof ApiError)) return [{ draft, position }];
    faulty.set(draft, position);
    return [];
  });
  const rows = accepted.map(({ draft, position }) => {
    const { author, ...values } = draft;
    const moderation: ModerationState = refused.has(draft) ? 'pending' : values.moderation;
    return {
      ...values,
      ...position,
      projectId,
      moderation,
      pendingSince: pendingSince(moderation, values.createdAt),
      isAbsent: moderation !== 'visible',
      userId: author.userId,
      updatedAt: values.createdAt,
      searchKey: searchKeyOf(values.content),
    };
  });
  const { records: comments, results } = await insertOriginals(db, projectId, { model: db.model(Comment), rows, now });
  await followCommented(db, projectId, comments);
  await recordOutgoing(
    db,
    comments.map(({ id, userId, entityType, entityId, parentId, moderation: status, revision, createdAt: at }) => {
      const data = { entityType, entityId, parentId, after: { status } };
      return { projectId, type: 'comment.created', subject: `comment:${id}`, revision, actor: actorOfAuthor(userId), data, at };
    }),
  );
  await countReplies(db, projectId, comments);
  await noteVisibleReplies(db, projectId, comments, parents);
  const changes = comments.map(threadChange);
  await incrementThreads(db, projectId, changes);
  await incrementCounters(db, projectId, commentCounters(changes));
  await incrementDays(
    db,
    projectId,
    comments.map(({ createdAt: at }) => ({ at, comments: 1 })),
  );
  const written = new Map(accepted.map(({ draft }, index) => [draft, results[index]]));
  return drafts.map((draft) => written.get(draft) ?? faulty.get(draft) ?? notFound(draft.entityType));
}

function attemptOf({ author, content }: CommentDraft): Attempt {
  return commentAttempt({ userId: author.userId, content });
}

/** Locks the targets; resolves to the drafts whose authors see theirs. */
async function lockShown(db: Database, projectId: number, drafts: readonly CommentDraft[]): Promise<CommentDraft[]> {
  const targets = await readTargets(db, { projectId, targets: drafts, now: latestOf(drafts), lock: true });
  return drafts.filter((draft) => targets.visibilityTo(draft.author, draft) === 'shown');
}

type Parent = Pick<Comment, 'id' | 'rootId' | 'level' | 'entityType' | 'entityId' | 'userId'>;

/** The comments that are replied to, unless they were deleted or hidden, read with their threads locked. */
async function readParents(db: Database, projectId: number, drafts: readonly CommentDraft[]): Promise<Map<number, Parent>> {
  const replies = drafts.filter(({ parentId }) => parentId !== null);
  if (replies.length === 0) return new Map();
  // those of all drafts: `incrementThreads` would lock the others later, and out of order
  await lockThreads(db, projectId, drafts);
  const id = [...new Set(replies.flatMap(({ parentId }) => parentId ?? []))];
  const parents = await db.model(Comment).findAll({
    attributes: ['id', 'rootId', 'level', 'entityType', 'entityId', 'userId'],
    where: { projectId, id, isDeleted: false, moderation: 'visible' },
    raw: true,
  });
  return new Map(parents.map((parent) => [parent.id, parent]));
}

function positionBelow(draft: CommentDraft, parents: ReadonlyMap<number, Parent>): Pick<Comment, 'rootId' | 'level'> | ApiError {
  if (draft.parentId === null) return { rootId: null, level: 1 };
  const parent = parents.get(draft.parentId);
  if (parent === undefined || parent.entityType !== draft.entityType || parent.entityId !== draft.entityId)
    return invalidParent('parentId must be a comment on the same entity that was neither deleted nor hidden');
  if (parent.level >= MAX_LEVEL) return invalidParent(`parentId must be above level ${MAX_LEVEL}, where replies end`);
  return { rootId: parent.rootId ?? parent.id, level: parent.level + 1 };
}

function invalidParent(message: string): ApiError {
  return badRequest('invalid_parent', 'You cannot reply to this comment.', [{ field: 'parentId', message }]);
}

function noteVisibleReplies(
  db: Database,
  projectId: number,
  comments: readonly Comment[],
  parents: ReadonlyMap<number, Parent>,
): Promise<void> {
  const replies = comments.filter(({ parentId, moderation }) => parentId !== null && moderation === 'visible');
  return noteReplies(
    db,
    projectId,
    replies.map(({ id, parentId, userId, createdAt }) => ({
      id,
      parentAuthor: parents.get(parentId ?? 0)?.userId ?? null,
      userId,
      createdAt,
    })),
  );
}

async function countReplies(db: Database, projectId: number, comments: readonly Comment[]): Promise<void> {
  const [shown, absent] = [new Map<number, number>(), new Map<number, number>()];
  for (const { parentId, isAbsent } of comments) {
    const counts = isAbsent ? absent : shown;
    if (parentId !== null) counts.set(parentId, (counts.get(parentId) ?? 0) + 1);
  }
  await incrementRows(db, projectId, { table: 'comments', columns: ['replies_count', 'children'] }, shown);
  await incrementRows(db, projectId, { table: 'comments', columns: ['absent_children'] }, absent);
}

function threadChange(comment: Comment): ThreadChange {
  const { entityType, entityId } = comment;
  return { entityType, entityId, ...countsOf(comment, placeOf(comment)) };
}
