import { ChangelogEntry } from '../../models/feedback/ChangelogEntry.ts';
import { Review, type ReviewStatus } from '../../models/feedback/Review.ts';
import { RoadmapItem } from '../../models/feedback/RoadmapItem.ts';
import type { Client } from '../support/client.ts';

/** What a comment is about. */
export interface About {
  readonly entityType: string;
  readonly entityId: number;
}

/** A comment as it is answered, with what hangs below it in a tree. */
export interface Shown {
  readonly id: number;
  readonly content: string | null;
  readonly parentId: number | null;
  readonly userId: string | null;
  readonly isDeleted: boolean;
  readonly editedAt: string | null;
  readonly repliesCount: number;
  readonly replies?: readonly Shown[];
  readonly hasMoreReplies?: boolean;
}

export interface Page {
  readonly data: readonly Shown[];
  readonly pagination: { readonly page: number; readonly limit: number; readonly total: number };
}

/** Rows made without the resource that makes them. */
interface Made {
  readonly projectId?: number;
  readonly userId?: string;
}

let items = 0;

/** An item that nobody has commented on. */
export function newItem(): About {
  items += 1;
  return { entityType: 'product', entityId: items };
}

export async function newPost(author: Client): Promise<About> {
  const post = { title: 'Dark mode', description: 'At night', category: 'feature' };
  const { body } = await author.post('/posts', post).expect(201);
  return { entityType: 'post', entityId: body.data.id };
}

export async function newReview({
  projectId = 11,
  userId = 'somebody',
  status = 'approved',
}: Made & { status?: ReviewStatus } = {}): Promise<About> {
  const values = { projectId, userId, status, itemType: 'product', itemId: 1, rating: 5, searchKey: '', source: 'authenticated' } as const;
  const { id } = await Review.create({ ...values, isSettled: status !== 'pending' });
  return { entityType: 'review', entityId: id };
}

export async function newRoadmapItem({ projectId = 11, userId = 'somebody' }: Made = {}): Promise<About> {
  const { id } = await RoadmapItem.create({ projectId, title: 'Soon', status: 'planned', statusRank: 0, position: 1, createdBy: userId });
  return { entityType: 'roadmap', entityId: id };
}

export async function newEntry(publishedAt: string, { projectId = 11, userId = 'somebody' }: Made = {}): Promise<About> {
  const texts = { title: 'New', content: 'Better', type: 'added' } as const;
  const { id } = await ChangelogEntry.create({ projectId, ...texts, publishedAt: new Date(publishedAt), createdBy: userId });
  return { entityType: 'changelog', entityId: id };
}

/** Comments, at the top level or below `parentId`. */
export async function comment(caller: Client, about: About, { parentId = null, content = 'Yes' }: Partial<Shown> = {}): Promise<Shown> {
  return (await caller.post('/comments', { ...about, content, parentId }).expect(201)).body.data;
}

/** Some page of the comments; `rest` continues the query, as `&format=flat`. */
export async function list(caller: Client, { entityType, entityId }: About, rest = ''): Promise<Page> {
  return (await caller.get(`/comments?entityType=${entityType}&entityId=${entityId}${rest}`).expect(200)).body;
}

/** A tree as its ids alone: `[[1, [[2, []]]]]`. */
export type Ids = readonly (readonly [id: number, replies: Ids])[];

export function idsOf(comments: readonly Shown[]): Ids {
  return comments.map(({ id, replies = [] }) => [id, idsOf(replies)]);
}
