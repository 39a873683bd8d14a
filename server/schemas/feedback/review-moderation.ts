import Joi from 'joi';
import { oneOf, searchText, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import type { ReviewQueueQuery } from '../../services/feedback/reviews/review-lists.ts';
import type { ReviewDecision } from '../../services/feedback/reviews/review-moderation.ts';
import { itemType, queryItemId, queueFilters } from './fields.ts';
import { queryRating, reviewStatus } from './reviews.ts';

export const ModerationQuery = Joi.object<ReviewQueueQuery, true>({
  status: reviewStatus().description('Only reviews with this status.'),
  itemType: itemType().description('Only reviews of this kind of item.'),
  rating: queryRating().description('Only reviews with this rating.'),
  q: searchText({ max: 100 }).description('Words of title, comment, or name or e-mail of the guest, all of which must be found'),
  itemId: queryItemId().description('Only reviews of the item with this id.'),
  sort: oneOf<NonNullable<ReviewQueueQuery['sort']>>('newest', 'oldest', 'rating').description(
    'The order; without it, the order of the queue: what waits comes first.',
  ),
  ...queueFilters,
  ...pageFields,
});

const reason = () => singleLineText({ max: 500 });

/** The query or the body names the decision; the query wins. */
export const DecisionQuery = Joi.object<ReviewDecision, true>({
  status: reviewStatus().description('The decision; it may be in the body instead.'),
  reason: reason().description('Why, for the author; it may be in the body instead.'),
});
export const DecisionBody = Joi.object<ReviewDecision, true>({
  status: reviewStatus().description('The decision; it may be in the query instead.'),
  reason: reason().allow(null).description('Why, for the author.'),
})
  .id('ReviewStatusChange')
  .description('The decision on a review.');
