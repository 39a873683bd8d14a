import type { ChangeBody, ChangeDryRunBody } from '../../schemas/apps/changes.ts';
import type { Change } from '../../services/apps/changes/changes.ts';

export function presentChange({ createdAt, ...change }: Change): ChangeBody {
  return { ...change, createdAt: createdAt.toISOString() };
}

/** The fields that an undo would change. */
export function presentUndoDryRun({ before, after }: Change): ChangeDryRunBody {
  return { before, after };
}
