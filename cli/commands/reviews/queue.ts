import { CliError, EXIT } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import type { Kit } from '../../kit.ts';
import type { Review } from './fields.ts';

/** The most that a page of the server holds. */
const FULL_PAGE = 100;

export interface Waiting {
  readonly review: Review;
  /** How many wait that were not skipped, this one too. */
  readonly left: number;
}

/** The oldest pending review that was not skipped, as it reads now; null when there is none. */
export async function nextWaiting({ api }: Kit, skipped: ReadonlySet<number>): Promise<Waiting | null> {
  // among one more than were skipped there is one that was not
  const limit = Math.min(FULL_PAGE, skipped.size + 1);
  for (let page = 1; ; page += 1) {
    const query = { status: 'pending', page, limit } as const;
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/admin/reviews', { params: { query } }));
    const review = data.find(({ id }) => !skipped.has(id));
    if (review !== undefined) return { review, left: Math.max(1, pagination.total - skipped.size) };
    if (!pagination.hasNext) return null;
  }
}

/** A review as it reads now, if it still waits; else says what became of it and answers null. */
export async function stillWaiting({ api, print }: Kit, id: number): Promise<Review | null> {
  try {
    const { data: review } = await unwrap((await api()).GET('/api/v1/reviews/{id}', { params: { path: { id } } }));
    if (review.status === 'pending') return review;
    print.note(`Review ${id} was ${review.status} by somebody else meanwhile.`);
  } catch (error) {
    if (!(error instanceof CliError) || error.facts.exit !== EXIT.notFound) throw error;
    print.note(`Review ${id} was deleted meanwhile.`);
  }
  return null;
}
