import type { Handler } from '../../platform/http/endpoint.ts';
import { enveloped } from '../../platform/http/envelope.ts';
import { presentVote } from '../../presenters/feedback/vote.ts';
import type { IdParams } from '../../schemas/feedback/fields.ts';
import * as votes from '../../services/feedback/votes.ts';

export const castVote: Handler<IdParams, unknown, unknown> = async (ctx, { params }) => {
  const state = await votes.castVote(ctx, params.id);
  return enveloped('Vote counted.', presentVote(state));
};

export const withdrawVote: Handler<IdParams, unknown, unknown> = async (ctx, { params }) => {
  const state = await votes.withdrawVote(ctx, params.id);
  return enveloped('Vote withdrawn.', presentVote(state));
};
