import { listPostsForModeration, setPostStatus } from '../../controllers/feedback/post-moderation.ts';
import { get, put } from '../../platform/http/endpoint.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { ModerationQuery, StatusMoveBody, StatusMoveQuery } from '../../schemas/feedback/post-moderation.ts';
import { PostPage, PostReply } from '../../schemas/feedback/posts.ts';

const access = { auth: 'manager', reach: 'tenant', role: 'staff', scope: 'feedback', tenant: true, limit: 'admin' } as const;

/** The parts of a query that search many rows. */
const SEARCHED = ['q', 'authorId', 'from', 'to'] as const;

export const endpoints = [
  get(
    '/admin/posts',
    {
      ...access,
      query: ModerationQuery,
      reply: PostPage,
      summary: 'Feature requests for staff, newest first',
      description:
        '`q`, `authorId`, `from` and `to` search the newest 10,000 posts that the other filters leave (`sort=oldest` the oldest); `q` searches ' +
        'the first 2,000 characters of each.',
      pool: ({ query }) => (SEARCHED.some((key) => query[key] !== undefined) ? 'wide' : 'database'),
    },
    listPostsForModeration,
  ),
  put(
    '/admin/posts/:id/status',
    {
      ...access,
      params: IdParams,
      query: StatusMoveQuery,
      body: StatusMoveBody,
      reply: PostReply,
      summary: 'Move a feature request to another status',
      description:
        'Any status may follow any other. The query or the body names status and reason; the query wins. The author and the voters who ' +
        'have an e-mail address get a mail. The present status changes nothing and sends no mail.',
      refusals: ['404 post_not_found'],
    },
    setPostStatus,
  ),
];
