import { RoadmapItem, type RoadmapStatus } from '../../../models/feedback/RoadmapItem.ts';
import { type Context, projectIdOf } from '../../platform/context.ts';
import { findPage } from '../../platform/db/page.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { notFound } from '../../platform/errors.ts';
import { auditFeedback } from './audit.ts';
import { requireAuthorId } from './authors.ts';
import { editOf } from './content-audit.ts';
import { requireContentWriter } from './content-writers.ts';
import { moveCounts, readCounts, sumOf } from './counts.ts';
import { lockLinkedPosts } from './linked-posts.ts';
import { dropThread } from './threads.ts';

/** Absent leaves. */
export interface RoadmapChanges {
  title?: string;
  description?: string | null;
  status?: RoadmapStatus;
  category?: string | null;
  /** `YYYY-MM-DD`. */
  targetDate?: string | null;
  position?: number;
  postId?: number | null;
}

export interface NewRoadmapItem extends RoadmapChanges {
  title: string;
  status: RoadmapStatus;
}

export interface RoadmapQuery {
  status?: RoadmapStatus;
  category?: string;
  /** From 1. */
  page: number;
  limit: number;
}

/** Where each status stands in the list (contract §3, Roadmap item). */
const RANKS: Readonly<Record<RoadmapStatus, number>> = { planned: 0, in_progress: 1, completed: 2 };
const ORDER = [
  ['statusRank', 'ASC'],
  ['position', 'ASC'],
  ['id', 'ASC'],
] as const;

/** A page of the roadmap by status, position and id, and how many items the filters leave in all. */
export async function listRoadmap(projectId: number, query: RoadmapQuery): Promise<{ items: RoadmapItem[]; total: number }> {
  const { status, category, page, limit } = query;
  const where = {
    projectId,
    ...(status === undefined ? {} : { statusRank: RANKS[status] }),
    ...(category === undefined ? {} : { category }),
  };
  const total = category === undefined ? await totalOf(projectId, status) : await RoadmapItem.count({ where });
  const items = await findPage(RoadmapItem, { where, order: ORDER, total, page, limit });
  return { items, total };
}

/**
 * Adds an item, the last of its status unless it says where.
 * @throws ApiError 403 `permission_denied`, 404 `post_not_found`
 */
export async function createRoadmapItem(ctx: Context, values: NewRoadmapItem): Promise<RoadmapItem> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  const { status } = values;
  return inTransaction(async () => {
    if (!(await lockLinkedPosts(projectId, postsOf(values)))) throw notFound('post');
    await moveCounts(projectId, { [countOf(status)]: 1 });
    const position = values.position ?? (await nextPosition(projectId, status));
    const author = { createdBy: requireAuthorId(ctx), createdAt: ctx.now };
    const item = await RoadmapItem.create({ ...values, projectId, position, statusRank: RANKS[status], ...author });
    await auditItem(ctx, { item, action: 'roadmap.created', details: { after: factsOf(item) } });
    return item;
  });
}

/**
 * Changes what is given. An item that gets another status and no position is the last of the new one.
 * @throws ApiError 403 `permission_denied`, 404 `roadmap_not_found`, 404 `post_not_found`
 */
export async function updateRoadmapItem(ctx: Context, id: number, changes: RoadmapChanges): Promise<RoadmapItem> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  return inTransaction(async () => {
    const postIsThere = await lockLinkedPosts(projectId, postsOf(changes));
    const item = await lockItem(projectId, id);
    if (!postIsThere) throw notFound('post');
    const before = factsOf(item);
    if (changes.status !== undefined && changes.status !== item.status) await moveToStatus(item, changes.status);
    await item.set(changes).save();
    const details = editOf(before, factsOf(item));
    if (details !== null) await auditItem(ctx, { item, action: 'roadmap.updated', details });
    return item;
  });
}

/** Deletes the item with its comments. @throws ApiError 403 `permission_denied`, 404 `roadmap_not_found` */
export async function deleteRoadmapItem(ctx: Context, id: number): Promise<void> {
  await requireContentWriter(ctx);
  const projectId = projectIdOf(ctx);
  await inTransaction(async () => {
    const item = await lockItem(projectId, id);
    const comments = await dropThread(ctx, 'roadmap', id);
    await item.destroy();
    await auditItem(ctx, { item, action: 'roadmap.deleted', details: { before: factsOf(item) } });
    await moveCounts(projectId, { [countOf(item.status)]: -1, comments: -comments });
  });
}

async function totalOf(projectId: number, status: RoadmapStatus | undefined): Promise<number> {
  const counts = await readCounts(projectId, 'roadmap');
  return sumOf(counts, ([, counted]) => status === undefined || counted === status);
}

function postsOf({ postId }: RoadmapChanges): number[] {
  return typeof postId === 'number' ? [postId] : [];
}

async function lockItem(projectId: number, id: number): Promise<RoadmapItem> {
  const item = await RoadmapItem.findOne({ where: { id, projectId }, lock: true });
  if (item === null) throw notFound('roadmap', 'roadmap item');
  return item;
}

/** The item takes its new place; a position that the change names is set afterwards. */
async function moveToStatus(item: RoadmapItem, status: RoadmapStatus): Promise<void> {
  await moveCounts(item.projectId, { [countOf(item.status)]: -1, [countOf(status)]: 1 });
  item.set({ status, statusRank: RANKS[status], position: await nextPosition(item.projectId, status) });
}

/**
 * Belongs behind the moving of the counts, which here come first and not last: their row is the lock under which the last position of a
 * status is found, so that items which come at once stand one behind the other.
 */
async function nextPosition(projectId: number, status: RoadmapStatus): Promise<number> {
  const last = await RoadmapItem.findOne({
    attributes: ['position'],
    where: { projectId, statusRank: RANKS[status] },
    order: [
      ['position', 'DESC'],
      ['id', 'DESC'],
    ],
  });
  return last === null ? 0 : last.position + 1;
}

function countOf(status: RoadmapStatus): string {
  return `roadmap:${status}`;
}

function factsOf({ title, description, status, category, targetDate, position, postId }: RoadmapItem): Record<string, unknown> {
  return { title, description, status, category, targetDate, position, postId };
}

interface ItemEvent {
  readonly item: RoadmapItem;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

function auditItem(ctx: Context, { item, action, details }: ItemEvent): Promise<void> {
  return auditFeedback(ctx, { action, subject: `roadmap:${item.id}`, details });
}
