import { until } from '../support/programs/process.ts';
import type { Load } from './load.ts';

/** About a second of writes. */
const UNDISTURBED = 40;

/**
 * Waits for a second of undisturbed writes, and until every repeated write that was open at the call is acknowledged: one that pauses
 * through all times of service would meet fault after fault until its client gives up. Resolves to the milliseconds until the last of them.
 */
export async function untilServed(load: Load, patienceMs = 60_000): Promise<number> {
  const startedAt = performance.now();
  const before = load.acknowledged();
  const open = load.open();
  let acknowledgedMs = 0;
  const isServed = (): boolean => {
    const isLeft = open.some(({ acknowledged }) => !acknowledged);
    if (!isLeft && acknowledgedMs === 0) acknowledgedMs = performance.now() - startedAt;
    return !isLeft && load.acknowledged() > before + UNDISTURBED;
  };
  await until(isServed, () => `${open.filter(({ acknowledged }) => !acknowledged).length} writes are not acknowledged`, patienceMs);
  return acknowledgedMs;
}
