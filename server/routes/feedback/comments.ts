import { createComment, deleteComment, listComments, updateComment } from '../../controllers/feedback/comments.ts';
import { del, get, post, put } from '../../platform/http/endpoint.ts';
import { DeletedBody } from '../../platform/http/input/envelope.ts';
import { CommentCreate, CommentEnvelope, CommentListQuery, CommentPage, CommentPatch } from '../../schemas/feedback/comments.ts';
import { IdParams } from '../../schemas/feedback/fields.ts';

const writing = { auth: 'user', tenant: 'active', limit: 'write' } as const;
const noTarget = ['404 review_not_found', '404 post_not_found', '404 roadmap_not_found', '404 changelog_not_found'] as const;

export const endpoints = [
  post(
    '/comments',
    {
      ...writing,
      idempotent: true,
      pool: 'queued',
      status: 201,
      body: CommentCreate,
      reply: CommentEnvelope,
      summary: 'Comment on something, or reply to a comment',
      description:
        'Reviews, posts, roadmap items and changelog entries must exist and be visible to you; items of the other types are not checked. ' +
        'A top-level comment is on level 1, and replies go down to level 5.',
      refusals: ['400 invalid_parent', ...noTarget, '409 duplicate_content'],
    },
    createComment,
  ),
  get(
    '/comments',
    {
      auth: 'optionalUser',
      isShared: true,
      tenant: true,
      limit: 'read',
      pool: 'wide',
      query: CommentListQuery,
      reply: CommentPage,
      summary: 'The comments on something, newest first',
      description:
        'A page of top-level comments, each with its replies nested, oldest first. A page holds at most 1,000 replies and the first ' +
        '100,000 characters of them, shared among its threads; `hasMoreReplies` says that a thread has more, and `parentId` pages over ' +
        'them. A deleted comment with replies stays as a tombstone without content and author.',
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
    updateComment,
  ),
  del(
    '/comments/:id',
    {
      ...writing,
      params: IdParams,
      reply: DeletedBody,
      summary: 'Delete a comment of your own; staff deletes anybody’s',
      description: 'Replies are never lost: a comment with replies leaves a tombstone, which is deleted with the last of them.',
      refusals: ['403 not_owner', '404 comment_not_found'],
    },
    deleteComment,
  ),
];
