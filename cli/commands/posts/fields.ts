import type { components } from '../../../generated/api-types.ts';
import type { Field, Printer } from '../../output/printer.ts';

export type Post = components['schemas']['Post'];
export type SimilarPost = components['schemas']['SimilarPost'];

export const STATUSES = ['under_review', 'planned', 'in_progress', 'completed', 'declined'] as const satisfies readonly Post['status'][];
export const CATEGORIES = ['bug', 'feature', 'improvement', 'other'] as const satisfies readonly Post['category'][];
export const MODERATION = ['visible', 'pending', 'hidden', 'removed'] as const satisfies readonly Post['moderation'][];
export const SORTS = ['newest', 'oldest', 'votes', 'comments', 'trending'] as const;

/** The fields that a moderator needs for a decision. */
export function contentFields(print: Printer, post: Post): Field[] {
  return [
    ['Title', post.title],
    ['Category', post.category],
    ['Author', post.userId],
    ['Description', post.description],
    ['Created', print.time(post.createdAt)],
    ['Edited', print.time(post.editedAt)],
  ];
}
