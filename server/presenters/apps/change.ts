import type { ChangeBody } from '../../schemas/apps/changes.ts';
import type { Change } from '../../services/apps/changes/changes.ts';

export function presentChange({ createdAt, ...change }: Change): ChangeBody {
  return { ...change, createdAt: createdAt.toISOString() };
}
