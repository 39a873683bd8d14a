import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { line, oneOf, paragraphs, patch } from '../../platform/http/input/fields.ts';
import { type PageQuery, pageFields } from '../../platform/http/input/page.ts';
import { countField, idField, instantField, nullableInstant, textField } from '../../platform/http/input/replies.ts';
import { authorField, order } from './fields.ts';

export type PostCategory = 'bug' | 'feature' | 'improvement' | 'other';
export type PostStatus = 'under_review' | 'planned' | 'in_progress' | 'completed' | 'declined';

const category = () => oneOf<PostCategory>('bug', 'feature', 'improvement', 'other');
export const status = () => oneOf<PostStatus>('under_review', 'planned', 'in_progress', 'completed', 'declined');

const title = line({ min: 3, max: 200 });
const description = paragraphs({ max: 10_000 });

export interface PostCreate {
  title: string;
  description: string;
  category: PostCategory;
}

export const PostCreate = Joi.object<PostCreate>({
  title: title.required(),
  description: description.required(),
  category: category().required(),
});

export type PostPatch = Partial<PostCreate>;

export const PostPatch = patch<PostPatch>({ title, description, category: category() });

export interface PostQuery extends PageQuery {
  sort: 'votes' | 'newest' | 'oldest' | 'comments' | 'trending';
  order?: 'asc' | 'desc';
  category?: PostCategory;
  status?: PostStatus;
  mine: boolean;
  q?: string;
}

/** What the public list and the moderators' one filter by. */
export const postFilters = {
  ...pageFields,
  category: category(),
  status: status(),
  q: line({ max: 100 }).description('Words of title or description, all of which must be found'),
};

export const PostQuery = Joi.object<PostQuery>({
  ...postFilters,
  sort: oneOf('votes', 'newest', 'oldest', 'comments', 'trending').default('newest'),
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

const PostBody = Joi.object<PostBody>({
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
