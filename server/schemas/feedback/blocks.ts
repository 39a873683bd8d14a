import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import { instantField } from '../../platform/http/input/replies.ts';
import { authorField, authorId } from './fields.ts';

export interface BlockParams {
  authorId: string;
}

export const BlockParams = Joi.object<BlockParams, true>({
  authorId: authorId().required().description('The author: a UUID or operator:<id>.'),
});

export const BlocksQuery = Joi.object<PageQuery, true>(pageFields);

export interface BlockBody {
  authorId: string;
  createdAt: string;
}

const BlockBody = Joi.object<BlockBody, true>({
  authorId: authorField.description('The blocked author.'),
  createdAt: instantField.description('When you blocked the author.'),
})
  .id('Block')
  .description('An author that you do not want to read.');

export const BlockEnvelope = envelopeOf(BlockBody, 'BlockEnvelope').description('One block.');
export const BlockPage = pageOf(BlockBody, 'BlockPage').description('A page of blocks.');
export const UnblockedBody = envelopeOf(
  Joi.object({ authorId: authorField.description('The author who is not blocked any more.') })
    .id('Unblocked')
    .description('The end of a block.'),
  'UnblockedEnvelope',
).description('The end of a block.');
