import Joi from 'joi';
import { envelopeOf } from '../../platform/http/input/envelope.ts';
import { countField, flagField, idField } from '../../platform/http/input/replies.ts';

export interface VoteBody {
  postId: number;
  voted: boolean;
  votesCount: number;
}

export const VoteReply = envelopeOf(
  Joi.object<VoteBody, true>({
    postId: idField.description('The id of the post.'),
    voted: flagField.description('Whether the caller has a vote for the post now.'),
    votesCount: countField.description('The number of votes for the post.'),
  }).description('The vote.'),
  'Vote',
).description('The vote of the caller.');
