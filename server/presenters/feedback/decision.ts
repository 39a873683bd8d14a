import type { DecisionResult } from '../../schemas/feedback/decisions.ts';
import type { DecisionOutcome } from '../../services/feedback/moderation/decisions.ts';

const TYPES: readonly unknown[] = ['review', 'comment', 'post'];

/** `item` as it was sent: a malformed one is named as far as it can be. */
export function presentResult(index: number, item: unknown, { outcome, ...told }: DecisionOutcome): DecisionResult {
  const { entityType, id } = Object(item) as { entityType?: unknown; id?: unknown };
  return {
    index,
    entityType: typeof entityType === 'string' && TYPES.includes(entityType) ? entityType : null,
    id: typeof id === 'number' && Number.isSafeInteger(id) ? id : null,
    outcome,
    ...told,
  };
}
