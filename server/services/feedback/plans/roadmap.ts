import { RoadmapItem, type RoadmapStatus } from '../../../../models/feedback/RoadmapItem.ts';
import { projectIdOf } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { findPage, type PlainRow } from '../../../platform/db/records/page.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { notFound } from '../../../platform/errors.ts';
import { auditFeedback } from '../audit.ts';
import { requireAuthorId } from '../authors.ts';
import { dropThread } from '../comments/threads.ts';
import { incrementAndLock, incrementCounters, readCounts, sumOf } from '../counts/counts.ts';
import type { FeedbackContext } from '../feedback.ts';
import { lockLinkedPosts } from '../posts/linked-posts.ts';
import { editOf } from './content-audit.ts';
import { requireContentWriter } from './content-writers.ts';

export type { RoadmapStatus } from '../../../../models/feedback/RoadmapItem.ts';

export interface NewRoadmapItem {
  title: string;
  status: RoadmapStatus;
  description?: string | null;
  category?: string | null;
  /** `YYYY-MM-DD`. */
  targetDate?: string | null;
  /** Default: behind the last item of its status. */
  position?: number;
  postId?: number | null;
}

export type RoadmapChanges = Partial<NewRoadmapItem>;

export interface RoadmapListQuery {
  status?: RoadmapStatus;
  category?: string;
  /** From 1. */
  page: number;
  limit: number;
}

/** The order of the statuses in the list, stored in the column `status_rank`. */
const RANKS: Readonly<Record<RoadmapStatus, number>> = { planned: 0, in_progress: 1, completed: 2 };
const ORDER = [
  ['statusRank', 'ASC'],
  ['position', 'ASC'],
  ['id', 'ASC'],
] as const;

/** A page of the roadmap, sorted by status, position and id, and the number of items on all pages. */
export async function listRoadmap(
  db: Database,
  projectId: number,
  query: RoadmapListQuery,
): Promise<{ items: readonly PlainRow<RoadmapItem>[]; total: number }> {
  const { status, category, page, limit } = query;
  const where = {
    projectId,
    ...(status === undefined ? {} : { statusRank: RANKS[status] }),
    ...(category === undefined ? {} : { category }),
  };
  const total = category === undefined ? await totalOf(db, projectId, status) : await db.model(RoadmapItem).count({ where });
  const items = await findPage(db.model(RoadmapItem), { where, order: ORDER, total, page, limit });
  return { items, total };
}

/**
 * Adds an item. Without a position it becomes the last item of its status.
 * @throws ApiError 403 `permission_denied`, 404 `post_not_found`
 */
export async function createRoadmapItem(ctx: FeedbackContext, values: NewRoadmapItem): Promise<RoadmapItem> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  const { status } = values;
  return inTransaction(ctx.db, async () => {
    if (!(await lockLinkedPosts(ctx.db, projectId, postsOf(values)))) throw notFound('post');
    await incrementAndLock(ctx.db, projectId, { [counterOf(status)]: 1 });
    const position = values.position ?? (await nextPosition(ctx.db, projectId, status));
    const author = { createdBy: requireAuthorId(ctx), createdAt: ctx.now };
    const item = await ctx.db.model(RoadmapItem).create({ ...values, projectId, position, statusRank: RANKS[status], ...author });
    await auditItem(ctx, { item, action: 'roadmap.created', details: { after: auditedFields(item) } });
    return item;
  });
}

/**
 * Changes the given fields. An item that gets another status without a position becomes the last item of that status.
 * @throws ApiError 403 `permission_denied`, 404 `roadmap_not_found`, 404 `post_not_found`
 */
export async function updateRoadmapItem(ctx: FeedbackContext, id: number, changes: RoadmapChanges): Promise<RoadmapItem> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  return inTransaction(ctx.db, async () => {
    const postExists = await lockLinkedPosts(ctx.db, projectId, postsOf(changes));
    const item = await lockItem(ctx.db, projectId, id);
    if (!postExists) throw notFound('post');
    const before = auditedFields(item);
    if (changes.status !== undefined && changes.status !== item.status) await moveToStatus(ctx.db, item, changes.status);
    await item.set(changes).save();
    const details = editOf(before, auditedFields(item));
    if (details !== null) await auditItem(ctx, { item, action: 'roadmap.updated', details });
    return item;
  });
}

/** Deletes the item with its comments. @throws ApiError 403 `permission_denied`, 404 `roadmap_not_found` */
export async function deleteRoadmapItem(ctx: FeedbackContext, id: number): Promise<void> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  await inTransaction(ctx.db, async () => {
    const item = await lockItem(ctx.db, projectId, id);
    const comments = await dropThread(ctx, 'roadmap', id);
    await item.destroy();
    item.revision += 1;
    await auditItem(ctx, { item, action: 'roadmap.deleted', details: { before: auditedFields(item) } });
    await incrementCounters(ctx.db, projectId, { [counterOf(item.status)]: -1, ...comments });
  });
}

async function totalOf(db: Database, projectId: number, status: RoadmapStatus | undefined): Promise<number> {
  const counts = await readCounts(db, projectId, 'roadmap');
  return sumOf(counts, ([, counted]) => status === undefined || counted === status);
}

function postsOf({ postId }: RoadmapChanges): number[] {
  return typeof postId === 'number' ? [postId] : [];
}

async function lockItem(db: Database, projectId: number, id: number): Promise<RoadmapItem> {
  const item = await db.model(RoadmapItem).findOne({ where: { id, projectId }, lock: true });
  if (item === null) throw notFound('roadmap', 'roadmap item');
  return item;
}

/** Moves the item to the end of the status. The caller then sets the position that the change names, if any. */
async function moveToStatus(db: Database, item: RoadmapItem, status: RoadmapStatus): Promise<void> {
  await incrementAndLock(db, item.projectId, { [counterOf(item.status)]: -1, [counterOf(status)]: 1 });
  item.set({ status, statusRank: RANKS[status], position: await nextPosition(db, item.projectId, status) });
}

/**
 * Call it after `incrementAndLock`, so that concurrent items of the status get different positions. Here the counters therefore change
 * before the end of the transaction.
 */
async function nextPosition(db: Database, projectId: number, status: RoadmapStatus): Promise<number> {
  const last = await db.model(RoadmapItem).findOne({
    attributes: ['position'],
    where: { projectId, statusRank: RANKS[status] },
    order: [
      ['position', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return last === null ? 0 : last.position + 1;
}

function counterOf(status: RoadmapStatus): string {
  return `roadmap:${status}`;
}

function auditedFields({ title, description, status, category, targetDate, position, postId }: RoadmapItem): Record<string, unknown> {
  return { title, description, status, category, targetDate, position, postId };
}

interface ItemEvent {
  readonly item: RoadmapItem;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function auditItem(ctx: FeedbackContext, { item, action, details }: ItemEvent): Promise<void> {
  return auditFeedback(ctx, { action, subject: `roadmap:${item.id}`, details, revision: item.revision });
}
