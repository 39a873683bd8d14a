import type { components } from '../../../generated/api-types.ts';
import type { CommandContext } from '../../command.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';
import { ITEM_TYPES } from '../../input/item-types.ts';
import type { Field, Printer } from '../../output/printer.ts';

export type Comment = components['schemas']['ModeratedComment'];

export const STATES = ['visible', 'pending', 'hidden', 'removed'] as const satisfies readonly Comment['moderation'][];

export const SORTS = ['newest', 'oldest'] as const;
/** The things that people comment on. */
export const TARGETS = ['review', 'post', 'roadmap', 'changelog', ...ITEM_TYPES] as const satisfies readonly Comment['entityType'][];

/** The fields that a moderator needs for a decision. */
export function contentFields(print: Printer, comment: Comment): Field[] {
  return [
    ['On', `${comment.entityType} ${comment.entityId}`],
    ['Reply to', comment.parentId],
    ['Author', comment.userId],
    ['Text', comment.content],
    ['Created', print.time(comment.createdAt)],
    ['Edited', print.time(comment.editedAt)],
  ];
}

/** Sets the moderation state of a comment. */
export async function setState(
  { api }: CommandContext,
  id: number,
  { status, reason }: { status: Comment['moderation']; reason: string | undefined },
): Promise<Comment> {
  const body = { status, ...omitUndefined({ reason }) };
  const { data } = await unwrap((await api()).PUT('/api/v1/admin/comments/{id}/status', { params: { path: { id } }, body }));
  return data;
}
