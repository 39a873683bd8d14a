import type { FlagPreview, ReachBody, SegmentPreview } from '../../schemas/apps/preview.ts';
import type { Preview } from '../../services/apps/flags/preview.ts';
import { presentFlag } from './flag.ts';
import { presentSegment } from './segment.ts';

export function presentFlagPreview(preview: Preview<unknown>, flagKey: string): FlagPreview {
  const [before, after] = [preview.before.flags.get(flagKey), preview.after.flags.get(flagKey)];
  return { before: before ? presentFlag(before) : null, after: after ? presentFlag(after) : null, ...rest(preview) };
}

export function presentSegmentPreview(preview: Preview<unknown>, key: string): SegmentPreview {
  const [before, after] = [preview.before.segments.get(key), preview.after.segments.get(key)];
  return { before: before ? presentSegment(before) : null, after: after ? presentSegment(after) : null, ...rest(preview) };
}

function presentReach({ reach }: Pick<Preview<unknown>, 'reach'>): ReachBody {
  return { window: '30 days', ...reach };
}

function rest(preview: Preview<unknown>): Pick<FlagPreview, 'reach' | 'warnings'> {
  return { reach: presentReach(preview), warnings: preview.warnings };
}
