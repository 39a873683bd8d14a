import type { Handler } from '../../platform/http/endpoint.ts';
import { ok } from '../../platform/http/reply/reply.ts';
import { presentQueueEntry } from '../../presenters/feedback/moderation-queue.ts';
import type { QueueInput } from '../../schemas/feedback/moderation/queue.ts';
import type { Feedback } from '../../services/feedback/feedback.ts';
import { listModerationQueue } from '../../services/feedback/moderation/queue/queue.ts';
import { KINDS } from '../../services/feedback/moderation/queue/queue-place.ts';

export const listWaitingContent: Handler<unknown, QueueInput, unknown, Feedback> = async (ctx, { query }) => {
  const { kinds, ...filters } = query;
  const named = kinds?.split(',');
  const wanted = named === undefined ? undefined : KINDS.filter((kind) => named.includes(kind));
  const { entries, next } = await listModerationQueue(ctx, { ...filters, kinds: wanted });
  return ok({ success: true, message: 'Content that waits.', data: entries.map(presentQueueEntry), next });
};
