import Joi from 'joi';
import { checkedAlone, oneOf, singleLineText } from '../../platform/http/input/fields.ts';
import { flagField, textField } from '../../platform/http/input/replies.ts';
import type { DecisionItem, DecisionOutcome, ModeratedType } from '../../services/feedback/moderation/decisions.ts';
import { contentHash, itemId, moderationState } from './fields.ts';
import { reviewStatus } from './reviews.ts';

export const moderatedType = () => oneOf<ModeratedType>('review', 'comment', 'post');

const item = {
  entityType: moderatedType().required(),
  id: itemId().required(),
  reason: singleLineText({ max: 500 }).allow(null),
  contentHash: contentHash(),
};
const ReviewItem = Joi.object<DecisionItem>({ ...item, status: reviewStatus().required(), ifStatus: reviewStatus() });
const StateItem = Joi.object<DecisionItem>({ ...item, status: moderationState().required(), ifStatus: moderationState() });

const anyStatus = () => oneOf('approved', 'rejected', 'pending', 'visible', 'hidden', 'removed');

/** Both kinds of decision, as the API reference shows them. */
const Decision = Joi.object<DecisionItem>({
  entityType: item.entityType.description('What it is about.'),
  id: item.id.description('Its id.'),
  status: anyStatus()
    .required()
    .description('`approved`, `rejected` or `pending` for a review, else `visible`, `pending`, `hidden` or `removed`.'),
  reason: item.reason.description('Why, for the audit log and mails.'),
  contentHash: item.contentHash.description('The text that was judged; the decision fails with `content_changed` when it differs.'),
  ifStatus: anyStatus().description('The status that you saw; the decision fails with `already_decided` when it is another one.'),
})
  .id('ModerationDecision')
  .description('One decision.');

/** The rules of one decision: reviews take their own statuses, comments and posts a moderation state. */
export function ruleOf(value: unknown): typeof ReviewItem {
  return Reflect.get(Object(value), 'entityType') === 'review' ? ReviewItem : StateItem;
}

export interface Decisions {
  items: unknown[];
}

/** Each item is checked separately: an invalid one never blocks the rest. */
export const DecisionsBody = Joi.object<Decisions, true>({
  items: Joi.array().min(1).max(100).items(checkedAlone(Decision)).strict().required().description('The decisions.'),
})
  .id('ModerationDecisions')
  .description('Up to 100 decisions on reviews, comments and posts.');

export interface DecisionResult extends DecisionOutcome {
  index: number;
  entityType: string | null;
  id: number | null;
}

const Result = Joi.object<DecisionResult, true>({
  index: Joi.number().integer().min(0).required().description('The place of the decision in `items`, from 0.'),
  entityType: moderatedType().allow(null).required().description('As in the decision; null when it is not one of the kinds.'),
  id: Joi.number().integer().allow(null).required().description('As in the decision; null when it is not a number.'),
  outcome: oneOf<DecisionOutcome['outcome']>('done', 'unchanged', 'failed')
    .required()
    .description('`unchanged`: it had this status before.'),
  code: Joi.string().description('The error code of a decision that failed.'),
  before: anyStatus().description('The status before the decision, to take it back; with `already_decided` the present one.'),
  by: Joi.string().allow(null).description('With `already_decided`: who decided; null when the status changed without a decision.'),
})
  .id('DecisionResult')
  .description('The result of one decision.');

export const DecisionsReply = Joi.object({
  success: flagField.description('Always true.'),
  message: textField.description('What happened, for people.'),
  results: Joi.array().items(Result).required().description('One result for each decision, in their order.'),
})
  .id('DecisionsReply')
  .description('The result of each decision.');
