import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { oneOf, searchText, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import type { CommentDecision, CommentQueueQuery } from '../../services/feedback/comments/comment-moderation.ts';
import type { ModerationState } from '../../services/feedback/moderation/decision.ts';
import { type CommentBody, commentFields, entityType } from './comments.ts';
import { contentHash, moderationState, queryItemId, queueFilters } from './fields.ts';

export const ModerationQuery = Joi.object<CommentQueueQuery, true>({
  status: moderationState().description('Only comments in this moderation state.'),
  entityType: entityType().description('Only comments on this kind of thing.'),
  entityId: queryItemId().description('Only comments on the thing with this id.'),
  q: searchText({ max: 100 }).description('Words of the text, all of which must be found.'),
  sort: oneOf<NonNullable<CommentQueueQuery['sort']>>('newest', 'oldest').description(
    'The order; without it, the oldest first among the pending ones, else the newest.',
  ),
  ...queueFilters,
  ...pageFields,
});

const reason = () => singleLineText({ max: 500 });

/** The query or the body names the decision; the query wins. */
export const DecisionQuery = Joi.object<CommentDecision, true>({
  status: moderationState().description('The decision; it may be in the body instead.'),
  reason: reason().description('Why, for the audit log; it may be in the body instead.'),
});
export const DecisionBody = Joi.object<CommentDecision, true>({
  status: moderationState().description('The decision; it may be in the query instead.'),
  reason: reason().allow(null).description('Why, for the audit log.'),
})
  .id('CommentStatusChange')
  .description('The decision on a comment.');

export interface ModeratedCommentBody extends CommentBody {
  moderation: ModerationState;
  contentHash: string;
}

const ModeratedComment = Joi.object<ModeratedCommentBody, true>({
  ...commentFields,
  moderation: moderationState().required().description('The decision of the moderators; everyone sees visible comments only.'),
  contentHash: contentHash().required().description('The value for `If-Match` of a decision, there in double quotes.'),
})
  .id('ModeratedComment')
  .description('A comment as moderators see it.');

export const ModeratedCommentEnvelope = envelopeOf(ModeratedComment, 'ModeratedCommentEnvelope').description('One comment.');
export const ModeratedCommentPage = pageOf(ModeratedComment, 'ModeratedCommentPage').description('A page of comments.');
