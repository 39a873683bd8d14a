import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { multilineText, oneOf, patch, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, idField, instantField, nullableInstant, textField } from '../../platform/http/input/replies.ts';
import type { PostListQuery, PostSort } from '../../services/feedback/posts/post-list.ts';
import type { NewPost, PostCategory, PostChanges, PostStatus } from '../../services/feedback/posts/posts.ts';
import { authorField, order } from './fields.ts';

const category = () => oneOf<PostCategory>('bug', 'feature', 'improvement', 'other');
export const status = () => oneOf<PostStatus>('under_review', 'planned', 'in_progress', 'completed', 'declined');

/** Create and edit share these rules. */
const fields = {
  title: singleLineText({ min: 3, max: 200 }),
  description: multilineText({ max: 10_000 }),
  category: category(),
};

export const PostCreate = Joi.object<NewPost, true>({
  ...fields,
  title: fields.title.required(),
  description: fields.description.required(),
  category: fields.category.required(),
});

export const PostPatch = patch<PostChanges, true>(fields);

/** The filters that the public list and the moderators' list share. */
export const postFilters = {
  ...pageFields,
  category: category(),
  status: status(),
  q: singleLineText({ max: 100 }).description('Words of title or description, all of which must be found'),
};

export const PostQuery = Joi.object<PostListQuery, true>({
  ...postFilters,
  sort: oneOf<PostSort>('votes', 'newest', 'oldest', 'comments', 'trending').default('newest'),
  order: order().description('desc by itself, asc for the sort oldest'),
  mine: Joi.boolean().sensitive().default(false).description('Only posts of the caller, who must be signed in'),
});

export interface PostBody {
  id: number;
  title: string;
  description: string;
  category: PostCategory;
  status: PostStatus;
  userId: string;
  votesCount: number;
  commentsCount: number;
  projectId: number;
  editedAt: string | null;
  createdAt: string;
  updatedAt: string;
  hasVoted?: boolean;
}

const PostBody = Joi.object<PostBody, true>({
  id: idField,
  title: textField,
  description: textField,
  category: category().required(),
  status: status().required(),
  userId: authorField,
  votesCount: countField,
  commentsCount: countField,
  projectId: idField,
  editedAt: nullableInstant,
  createdAt: instantField,
  updatedAt: instantField,
  hasVoted: Joi.boolean().description('Whether the caller voted for it; there for callers who are signed in'),
}).id('Post');

export const PostReply = envelopeOf(PostBody, 'PostReply');
export const PostPage = pageOf(PostBody, 'PostPage');
