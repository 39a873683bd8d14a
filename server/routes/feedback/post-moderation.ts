import { listForModeration, moveStatus } from '../../controllers/feedback/post-moderation.ts';
import { get, put, type Row } from '../../platform/http/endpoint.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';
import { ModerationQuery, StatusMoveBody, StatusMoveQuery } from '../../schemas/feedback/post-moderation.ts';
import { PostPage, PostReply } from '../../schemas/feedback/posts.ts';

const access = { auth: 'staff', tenant: true, limit: 'admin' } as const;

export const rows: readonly Row[] = [
  get(
    '/admin/posts',
    {
      ...access,
      query: ModerationQuery,
      reply: PostPage,
      summary: 'Feature requests for staff, newest first',
      description: '`q` looks through the newest 10,000 posts that the other filters leave, the first 2,000 characters of each.',
      work: ({ query }) => (query.q === undefined ? 'database' : 'wide'),
    },
    listForModeration,
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
        'Any status may follow any other. Status and reason stand in the query or in the body; the query wins. The author and the voters ' +
        'who left an e-mail are told. The status that it has already changes nothing and tells nobody.',
      refusals: ['404 post_not_found'],
    },
    moveStatus,
  ),
];
