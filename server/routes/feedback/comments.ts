import { createComment, deleteComment, editComment, listComments } from '../../controllers/feedback/comments.ts';
import { del, get, post, put, type Row } from '../../platform/http/endpoint.ts';
import { DeletedBody } from '../../platform/http/input/envelope.ts';
import { CommentCreate, CommentEnvelope, CommentListQuery, CommentPage, CommentPatch } from '../../schemas/feedback/comments.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';

const writing = { auth: 'user', tenant: 'active', limit: 'write' } as const;
const noTarget = ['404 review_not_found', '404 post_not_found', '404 roadmap_not_found', '404 changelog_not_found'] as const;

export const rows: readonly Row[] = [
  post(
    '/comments',
    {
      ...writing,
      idempotent: true,
      status: 201,
      body: CommentCreate,
      reply: CommentEnvelope,
      summary: 'Comment on something, or reply to a comment',
      description:
        'Reviews, posts, roadmap items and changelog entries must be there and shown to you; items of the other types are taken as they ' +
        'come. A top-level comment is on level 1, and replies go down to level 5.',
      refusals: ['400 invalid_parent', ...noTarget],
    },
    createComment,
  ),
  get(
    '/comments',
    {
      auth: 'optionalUser',
      tenant: true,
      limit: 'read',
      work: 'wide',
      query: CommentListQuery,
      reply: CommentPage,
      summary: 'The comments on something, newest first',
      description:
        'A page of top-level comments, each with its replies nested, oldest first: the oldest 50 below each, fewer when `limit` is above ' +
        '20, and on the whole page no more than the first 100,000 characters of replies; `hasMoreReplies` says that there are more, which ' +
        '`parentId` pages over. A deleted comment that was replied to stays as a tombstone without content and author.',
      refusals: [...noTarget, '404 comment_not_found'],
    },
    listComments,
  ),
  put(
    '/comments/:id',
    {
      ...writing,
      params: IdParams,
      body: CommentPatch,
      reply: CommentEnvelope,
      summary: 'Change the text of a comment of your own',
      refusals: ['403 not_owner', '404 comment_not_found'],
    },
    editComment,
  ),
  del(
    '/comments/:id',
    {
      ...writing,
      params: IdParams,
      reply: DeletedBody,
      summary: 'Delete a comment of your own; staff deletes anybody’s',
      description: 'Replies are never lost: a comment with replies leaves a tombstone, which goes with the last of them.',
      refusals: ['403 not_owner', '404 comment_not_found'],
    },
    deleteComment,
  ),
];
