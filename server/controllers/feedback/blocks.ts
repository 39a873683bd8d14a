import type { Handler } from '../../platform/http/endpoint.ts';
import type { PageQuery } from '../../platform/http/input/page.ts';
import { enveloped, envelopedPage } from '../../platform/http/reply/envelope.ts';
import { presentBlock } from '../../presenters/feedback/block.ts';
import type { BlockParams } from '../../schemas/feedback/blocks.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import * as blocks from '../../services/feedback/moderation/blocks.ts';

export const blockAuthor: Handler<BlockParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  const block = await blocks.blockAuthor(ctx, params.authorId);
  return enveloped('Author blocked.', presentBlock(block));
};

export const unblockAuthor: Handler<BlockParams, unknown, unknown, Feedback> = async (ctx, { params }) => {
  await blocks.unblockAuthor(ctx, params.authorId);
  return enveloped('Author unblocked.', { authorId: params.authorId });
};

export const listBlocks: Handler<unknown, PageQuery, unknown, Feedback> = async (ctx, { query }) => {
  const found = await blocks.listBlocks(ctx, query);
  return envelopedPage('Blocked authors.', found.blocks.map(presentBlock), { ...query, total: found.total });
};
