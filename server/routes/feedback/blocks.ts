import { blockAuthor, listBlocks, unblockAuthor } from '../../controllers/feedback/blocks.ts';
import { del, get, put } from '../../platform/http/endpoint.ts';
import { BlockEnvelope, BlockPage, BlockParams, BlocksQuery, UnblockedBody } from '../../schemas/feedback/blocks.ts';

const write = { auth: 'user', tenant: 'active', limit: 'write', params: BlockParams } as const;

export const endpoints = [
  get(
    '/blocks',
    {
      auth: 'user',
      tenant: true,
      limit: 'read',
      query: BlocksQuery,
      reply: BlockPage,
      summary: 'The authors that you blocked, newest first',
    },
    listBlocks,
  ),
  put(
    '/blocks/:authorId',
    {
      ...write,
      reply: BlockEnvelope,
      summary: 'Block an author',
      description:
        'Your lists of reviews, posts and comments leave out what the author wrote; a comment with replies of others is shown as deleted. ' +
        'The totals of your pages follow. A repeated block changes nothing. You can block 1,000 authors.',
      refusals: ['400 own_content', '404 author_not_found', '409 block_limit'],
    },
    blockAuthor,
  ),
  del('/blocks/:authorId', { ...write, reply: UnblockedBody, summary: 'Unblock an author; repeated, it changes nothing' }, unblockAuthor),
];
