import type { Handler } from '../../platform/http/endpoint.ts';
import { checkValue } from '../../platform/http/input/validate.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentResult } from '../../presenters/feedback/decision.ts';
import { type DecisionResult, type Decisions, ruleOf } from '../../schemas/feedback/decisions.ts';
import type { Feedback, FeedbackContext } from '../../services/feedback/feedback.ts';
import { type DecisionOutcome, decideItem } from '../../services/feedback/moderation/decisions.ts';

export const decideMany: Handler<unknown, unknown, Decisions, Feedback> = async (ctx, { body }) => {
  const results: DecisionResult[] = [];
  for (const [index, item] of body.items.entries()) results.push(presentResult(index, item, await decide(ctx, item)));
  return ok({ success: true, message: 'Decisions made.', results });
};

async function decide(ctx: FeedbackContext, item: unknown): Promise<DecisionOutcome> {
  const checked = checkValue(ruleOf(item), item, 'item');
  return 'faults' in checked ? { outcome: 'failed', code: 'validation_error' } : decideItem(ctx, checked.value);
}
