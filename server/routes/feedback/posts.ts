import * as posts from '../../controllers/feedback/posts.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { DeletedBody } from '../../platform/http/input/envelope.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { PostCreate, PostPage, PostPatch, PostQuery, PostReply, SimilarPosts, SimilarPostsQuery } from '../../schemas/feedback/posts.ts';

const read = { auth: 'optionalUser', tenant: true, limit: 'read' } as const;
const write = { auth: 'user', tenant: 'active', limit: 'write' } as const;
const authorOnly = { ...write, params: IdParams, refusals: ['403 not_owner', '404 post_not_found'] } as const;

export const endpoints = [
  post(
    '/posts',
    {
      ...write,
      idempotent: true,
      pool: 'queued',
      status: 201,
      body: PostCreate,
      reply: PostReply,
      summary: 'Ask for a feature',
      refusals: ['409 duplicate_content'],
    },
    posts.createPost,
  ),
  get(
    '/posts',
    {
      ...read,
      isShared: true,
      query: PostQuery,
      reply: PostPage,
      summary: 'Feature requests, newest first',
      description:
        '`newest` is the order of creation; `trending` weighs votes against age: a post that is 12.5 hours younger ranks like one with ten ' +
        'times the votes. `q` searches the newest 10,000 posts that the other filters leave, and the first 2,000 characters of each. ' +
        '`mine=true` needs a token.',
      pool: ({ query }) => (query.q === undefined ? 'database' : 'wide'),
      refusals: ['401 not_authenticated'],
    },
    posts.listPosts,
  ),
  get(
    '/posts/similar',
    {
      ...read,
      isShared: true,
      query: SimilarPostsQuery,
      reply: SimilarPosts,
      pool: 'wide',
      summary: 'Feature requests with words of a title',
      description:
        'For the form of a new request: ask while the user types, and offer a vote instead. Words count in any order and in any spelling that ' +
        'searches accept, without the Arabic prefixes ال, و, ف, ب and ل. Of a word that more than 1,000 titles have, the newest 1,000 are compared.',
    },
    posts.listSimilarPosts,
  ),
  get(
    '/posts/:id',
    { ...read, params: IdParams, reply: PostReply, summary: 'A feature request', refusals: ['404 post_not_found'] },
    posts.getPost,
  ),
  put('/posts/:id', { ...authorOnly, body: PostPatch, reply: PostReply, summary: 'Change an own feature request' }, posts.updatePost),
  del(
    '/posts/:id',
    {
      ...authorOnly,
      reply: DeletedBody,
      summary: 'Delete a feature request with its comments and votes',
      description: 'Authors delete their own, staff anybody’s.',
    },
    posts.deletePost,
  ),
];
