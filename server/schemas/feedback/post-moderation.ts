import Joi from 'joi';
import { singleLineText } from '../../platform/http/input/fields.ts';
import type { PostMove } from '../../services/feedback/posts/post-moderation.ts';
import type { PostQueueQuery } from '../../services/feedback/posts/post-queue.ts';
import { moderationState, queueFilters } from './fields.ts';
import { postFilters, status } from './posts.ts';

export const ModerationQuery = Joi.object<PostQueueQuery, true>({
  ...postFilters,
  moderation: moderationState().description('Only posts in this moderation state.'),
  ...queueFilters,
});

/** The query or the body names the status; the query wins. */
export type StatusMove = Partial<PostMove>;

const reason = singleLineText({ max: 500 });

export const StatusMoveQuery = Joi.object<StatusMove, true>({
  status: status().description('The new status; it may be in the body instead.'),
  reason: reason.description('A text for the mail to the author and the voters; it may be in the body instead.'),
});
export const StatusMoveBody = Joi.object<StatusMove, true>({
  status: status().description('The new status; it may be in the query instead.'),
  reason: reason.allow(null).description('A text for the mail to the author and the voters.'),
})
  .id('PostStatusChange')
  .description('Moves a feature request to another status.');
