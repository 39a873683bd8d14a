import Joi from 'joi';
import { envelopeOf, pageOf } from '../../platform/http/input/envelope.ts';
import { multilineText, oneOf, patch, queryBoolean, queryInteger, searchText, singleLineText } from '../../platform/http/input/fields.ts';
import { pageFields } from '../../platform/http/input/page.ts';
import { countField, idField, instantField, nullableInstant, textField } from '../../platform/http/input/replies.ts';
import type { ModerationState } from '../../services/feedback/moderation/decision.ts';
import type { PostListQuery, PostSort } from '../../services/feedback/posts/post-list.ts';
import type { NewPost, PostCategory, PostChanges, PostStatus } from '../../services/feedback/posts/posts.ts';
import type { SimilarPost, SimilarQuery } from '../../services/feedback/posts/similar-posts.ts';
import { authorField, contentHash, moderationState, order } from './fields.ts';

const category = () => oneOf<PostCategory>('bug', 'feature', 'improvement', 'other');
export const status = () => oneOf<PostStatus>('under_review', 'planned', 'in_progress', 'completed', 'declined');

/** Create and edit share these rules. */
const fields = {
  title: singleLineText({ min: 3, max: 200 }).description('What is asked for, in one line.'),
  description: multilineText({ max: 10_000 }).description('What is asked for, in full.'),
  category: category().description('The kind of request.'),
};

export const PostCreate = Joi.object<NewPost, true>({
  ...fields,
  title: fields.title.required(),
  description: fields.description.required(),
  category: fields.category.required(),
})
  .id('PostCreate')
  .description('A new feature request.');

export const PostPatch = patch<PostChanges, true>(fields)
  .id('PostPatch')
  .description('The changes of a feature request; absent fields stay.');

/** The filters that the public list and the moderators' list share. */
export const postFilters = {
  ...pageFields,
  category: category().description('Only posts of this kind.'),
  status: status().description('Only posts with this status.'),
  q: searchText({ max: 100 }).description('Words of title or description, all of which must be found'),
  sort: oneOf<PostSort>('votes', 'newest', 'oldest', 'comments', 'trending')
    .default('newest')
    .description('The order of the list; `trending` prefers recent votes.'),
};

export const PostQuery = Joi.object<PostListQuery, true>({
  ...postFilters,
  order: order().description('desc by itself, asc for the sort oldest'),
  mine: queryBoolean().default(false).description('Only posts of the caller, who must be signed in'),
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
  subscribed?: boolean;
  moderation?: ModerationState;
  contentHash?: string;
}

const PostBody = Joi.object<PostBody, true>({
  id: idField.description('The id of the post.'),
  title: textField.description('What is asked for, in one line.'),
  description: textField.description('What is asked for, in full.'),
  category: category().required().description('The kind of request.'),
  status: status().required().description('How far the request has got; no one can vote for a post that is completed or declined.'),
  userId: authorField.description('The author: the id of a user, or such as `operator:7`.'),
  votesCount: countField.description('The number of votes.'),
  commentsCount: countField.description('The number of comments that everyone sees, also those of authors whom the caller blocked.'),
  projectId: idField.description('The project that it belongs to.'),
  editedAt: nullableInstant.description('When its author last changed it; null when that never happened.'),
  createdAt: instantField.description('When it was created.'),
  updatedAt: instantField.description('When it was last changed.'),
  hasVoted: Joi.boolean().description('Whether the caller voted for it; there for callers who are signed in'),
  subscribed: Joi.boolean().description('Whether the caller hears of changes of it; there when a caller who is signed in reads one post.'),
  moderation: moderationState().description(
    'The state of the post: in answers to moderators, and for its author and staff while not everyone sees it.',
  ),
  contentHash: contentHash().description('In answers to moderators: the hash of the content, which a decision can name.'),
})
  .id('Post')
  .description('A feature request.');

export const SimilarPostsQuery = Joi.object<SimilarQuery, true>({
  title: singleLineText({ max: 200 }).required().description('The title of a post that is not written yet, or its beginning.'),
  limit: queryInteger(1, 5).default(5).description('The number of posts'),
});

const SimilarPostBody = Joi.object<SimilarPost, true>({
  id: idField.description('The id of the post.'),
  title: textField.description('What is asked for, in one line.'),
  status: status().required().description('How far the request has got.'),
  votesCount: countField.description('The number of votes.'),
  score: Joi.number()
    .greater(0)
    .max(1)
    .required()
    .description('The share of the words of the title that the post has too; rare words weigh more, and 1 means all.'),
})
  .id('SimilarPost')
  .description('A feature request that may ask for the same.');

export const SimilarPosts = envelopeOf(
  Joi.array().items(SimilarPostBody).required().description('The most similar posts, the best first.'),
  'SimilarPosts',
).description('The most similar feature requests.');

export const PostReply = envelopeOf(PostBody, 'PostReply').description('One feature request.');
export const PostPage = pageOf(PostBody, 'PostPage').description('A page of feature requests.');
