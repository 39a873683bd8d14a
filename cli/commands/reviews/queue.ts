import type { CommandContext } from '../../command.ts';
import { CliError, EXIT } from '../../errors.ts';
import { unwrap } from '../../http/client.ts';
import { MAX_PAGE_SIZE } from '../../http/pages.ts';
import { decide } from './decide.ts';
import type { Review } from './fields.ts';

export interface PendingReview {
  readonly review: Review;
  /** How many pending reviews are not skipped, this one included. */
  readonly remaining: number;
}

/** The oldest pending review that is not skipped, with its current text; null without one. */
export async function nextPending({ api }: CommandContext, skipped: ReadonlySet<number>): Promise<PendingReview | null> {
  // a page with one more entry than were skipped contains one that was not
  const limit = Math.min(MAX_PAGE_SIZE, skipped.size + 1);
  for (let page = 1; ; page += 1) {
    const query = { status: 'pending', page, limit } as const;
    const { data, pagination } = await unwrap((await api()).GET('/api/v1/admin/reviews', { params: { query } }));
    const review = data.find(({ id }) => !skipped.has(id));
    if (review !== undefined) return { review, remaining: Math.max(1, pagination.total - skipped.size) };
    if (!pagination.hasNext) return null;
  }
}

/** Makes a review pending again. A decision that another moderator has made since then stays, with a note. */
export async function undoDecision(context: CommandContext, id: number, status: 'approved' | 'rejected'): Promise<boolean> {
  const { api, print } = context;
  try {
    const { data: review } = await unwrap((await api()).GET('/api/v1/reviews/{id}', { params: { path: { id } } }));
    if (review.status === status) {
      await decide(context, id, { status: 'pending' });
      print.note(`Review ${id} is pending again.`);
      return true;
    }
    print.note(`Review ${id} is ${review.status} by now; its decision stays.`);
  } catch (error) {
    if (!(error instanceof CliError) || error.info.exit !== EXIT.notFound) throw error;
    print.note(`Review ${id} has been deleted.`);
  }
  return false;
}

/** The current text of a review; null, with a note on the reason, when it is no longer pending. */
export async function refreshPending({ api, print }: CommandContext, id: number): Promise<Review | null> {
  try {
    const { data: review } = await unwrap((await api()).GET('/api/v1/reviews/{id}', { params: { path: { id } } }));
    if (review.status === 'pending') return review;
    print.note(`Another moderator has ${review.status} review ${id}.`);
  } catch (error) {
    if (!(error instanceof CliError) || error.info.exit !== EXIT.notFound) throw error;
    print.note(`Review ${id} has been deleted.`);
  }
  return null;
}
