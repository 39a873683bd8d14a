import Joi from 'joi';
import { envelopeOf } from '../../platform/http/input/envelope.ts';
import { countField, flagField, idField } from '../../platform/http/input/replies.ts';

export interface VoteBody {
  postId: number;
  voted: boolean;
  votesCount: number;
}

export const VoteReply = envelopeOf(Joi.object<VoteBody, true>({ postId: idField, voted: flagField, votesCount: countField }), 'Vote');
