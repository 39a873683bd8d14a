import type { CommandContext } from '../../command.ts';
import type { components } from '../../http/api-types.ts';
import { unwrap } from '../../http/client.ts';
import { omitUndefined } from '../../input/arguments.ts';

export type Comment = components['schemas']['ModeratedComment'];

export const STATES = ['visible', 'pending', 'hidden', 'removed'] as const satisfies readonly Comment['moderation'][];

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
