import assert from 'node:assert/strict';
import type { Response } from 'supertest';
import { Review } from '../../../models/feedback/Review.ts';
import { admin, type Client } from '../../support/requests/client.ts';
import type { TestServer } from '../../support/server.ts';
import { selectAcrossProjects } from '../support.ts';

/** A review in a reply. */
export type ReviewData = Record<string, unknown> & { id: number; itemId: number; itemType: string; contentHash: string; updatedAt: string };

let items = 0;

/** The id of an item without reviews. */
export function newItem(): number {
  items += 1;
  return items;
}

/** Creates a review, by default of a new item, and returns it as in the reply. */
export async function newReview(author: Client, fields: Readonly<Record<string, unknown>> = {}): Promise<ReviewData> {
  const body = { itemType: 'product', rating: 5, ...fields };
  const sent = await author.post('/reviews', 'itemId' in body ? body : { ...body, itemId: newItem() }).expect(201);
  return sent.body.data;
}

/** Moves a review to a status and returns it as staff see it. */
export async function decide(staff: Client, id: number, query: string): Promise<ReviewData> {
  return dataOf(await staff.put(`/admin/reviews/${id}/status?${query}`).expect(200));
}

export function dataOf(response: Response): ReviewData {
  return response.body.data;
}

/** The ids of the rows in a reply, in order. */
export async function idsOf(request: PromiseLike<Response>): Promise<number[]> {
  const { status, body } = await request;
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.map(({ id }: { id: number }) => id);
}

/** The average, total and five counts of an item. */
export async function statsOf(reader: Client, { itemType, itemId }: Pick<ReviewData, 'itemType' | 'itemId'>): Promise<unknown[]> {
  const { body } = await reader.get(`/reviews/stats/${itemType}/${itemId}`).expect(200);
  const { averageRating, totalReviews, distribution } = body.data;
  return [averageRating, totalReviews, Object.values(distribution)];
}

/** The stored review of any project; null when it was deleted. */
export function storedReview({ db }: TestServer, id: number): Promise<Review | null> {
  return db.model(Review).findOne({ where: { id }, acrossProjects: true });
}

/** The audit rows of a review, oldest first. */
export async function auditOf(
  { db }: TestServer,
  id: number,
): Promise<{ action: string; actor: string; details: Record<string, unknown> }[]> {
  const rows = await selectAcrossProjects<{ action: string; actor: string; details: string }>(
    db,
    'SELECT action, actor, details FROM audit_log WHERE subject = :subject ORDER BY id',
    { subject: `review:${id}` },
  );
  return rows.map((row) => ({ ...row, details: JSON.parse(row.details) as Record<string, unknown> }));
}

/** Sets the item types for which project 11 accepts one review per author and item. */
export async function setOnePerAuthor(server: TestServer, itemTypes: readonly string[]): Promise<void> {
  await admin(server)
    .put('/admin/projects/11', { settings: { onePerAuthor: itemTypes } })
    .expect(200);
}
