import { ChangelogEntry } from '../../../models/feedback/ChangelogEntry.ts';
import { Review, type ReviewStatus } from '../../../models/feedback/Review.ts';
import { RoadmapItem } from '../../../models/feedback/RoadmapItem.ts';
import type { Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';

/** The record or item that a comment belongs to. */
export interface CommentTarget {
  readonly entityType: string;
  readonly entityId: number;
}

/** A comment in a reply, with its replies in a tree. */
export interface CommentData {
  readonly id: number;
  readonly content: string | null;
  readonly parentId: number | null;
  readonly userId: string | null;
  readonly isDeleted: boolean;
  readonly editedAt: string | null;
  readonly repliesCount: number;
  readonly replies?: readonly CommentData[];
  readonly hasMoreReplies?: boolean;
}

export interface Page {
  readonly data: readonly CommentData[];
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number };
}

/** Options of rows that are created without a request. */
interface RowOptions {
  readonly projectId?: number;
  readonly userId?: string;
}

let items = 0;

/** An item without comments. */
export function newItem(): CommentTarget {
  items += 1;
  return { entityType: 'product', entityId: items };
}

export async function newPost(author: Client): Promise<CommentTarget> {
  const post = { title: 'Dark mode', description: 'x', category: 'feature' };
  const { body } = await author.post('/posts', post).expect(201);
  return { entityType: 'post', entityId: body.data.id };
}

export async function newReview(
  { db }: TestServer,
  { projectId = 11, userId = 'somebody', status = 'approved' }: RowOptions & { status?: ReviewStatus } = {},
): Promise<CommentTarget> {
  const values = { projectId, userId, status, itemType: 'product', itemId: 1, rating: 5, searchKey: '', source: 'authenticated' } as const;
  const { id } = await db.model(Review).create({ ...values, isSettled: status !== 'pending' });
  return { entityType: 'review', entityId: id };
}

export async function newRoadmapItem({ db }: TestServer, { projectId = 11, userId = 'somebody' }: RowOptions = {}): Promise<CommentTarget> {
  const { id } = await db
    .model(RoadmapItem)
    .create({ projectId, title: 'Soon', status: 'planned', statusRank: 0, position: 1, createdBy: userId });
  return { entityType: 'roadmap', entityId: id };
}

export async function newEntry(
  { db }: TestServer,
  publishedAt: string,
  { projectId = 11, userId = 'somebody' }: RowOptions = {},
): Promise<CommentTarget> {
  const texts = { title: 'New', content: 'Better', type: 'added' } as const;
  const { id } = await db.model(ChangelogEntry).create({ projectId, ...texts, publishedAt: new Date(publishedAt), createdBy: userId });
  return { entityType: 'changelog', entityId: id };
}

/** Creates a comment, at the top level or below `parentId`. */
export async function comment(
  caller: Client,
  about: CommentTarget,
  { parentId = null, content = 'Yes' }: Partial<CommentData> = {},
): Promise<CommentData> {
  return (await caller.post('/comments', { ...about, content, parentId }).expect(201)).body.data;
}

/** A page of the comments; `rest` continues the query, such as `&format=flat`. */
export async function list(caller: Client, { entityType, entityId }: CommentTarget, rest = ''): Promise<Page> {
  return (await caller.get(`/comments?entityType=${entityType}&entityId=${entityId}${rest}`).expect(200)).body;
}

/** The ids of a tree: `[[1, [[2, []]]]]`. */
export type Ids = readonly (readonly [id: number, replies: Ids])[];

export function idsOf(comments: readonly CommentData[]): Ids {
  return comments.map(({ id, replies = [] }) => [id, idsOf(replies)]);
}
