import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped } from '../../platform/http/reply/envelope.ts';
import { presentVote } from '../../presenters/feedback/vote.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import * as votes from '../../services/feedback/posts/votes.ts';

export const castVote: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const state = await votes.castVote(ctx, params.id);
  return enveloped('Vote counted.', presentVote(state));
};

export const withdrawVote: Handler<IdParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const state = await votes.withdrawVote(ctx, params.id);
  return enveloped('Vote withdrawn.', presentVote(state));
};
