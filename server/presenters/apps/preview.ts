import type { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import type { FlagPreview, MaintenancePreview, ReachBody, ReleasePreview, SegmentPreview } from '../../schemas/apps/preview.ts';
import type { Preview } from '../../services/apps/flags/preview.ts';
import type { ForeseenChange, Foresight } from '../../services/apps/reach/rehearse-change.ts';
import type { ReleaseView } from '../../services/apps/releases/release-columns.ts';
import { presentFlag } from './flag.ts';
import { presentMaintenanceEvent } from './maintenance.ts';
import { presentSegment } from './segment.ts';
import { presentVersion } from './version.ts';

export function presentFlagPreview(preview: Preview<unknown>, flagKey: string): FlagPreview {
  const [before, after] = [preview.before.flags.get(flagKey), preview.after.flags.get(flagKey)];
  return { before: before ? presentFlag(before) : null, after: after ? presentFlag(after) : null, ...rest(preview) };
}

export function presentSegmentPreview(preview: Preview<unknown>, key: string): SegmentPreview {
  const [before, after] = [preview.before.segments.get(key), preview.after.segments.get(key)];
  return { before: before ? presentSegment(before) : null, after: after ? presentSegment(after) : null, ...rest(preview) };
}

export function presentReleasePreview(preview: ForeseenChange<ReleaseView>): ReleasePreview {
  const { before, after } = preview;
  return { before: before && presentVersion(before), after: after && presentVersion(after), ...rest(preview) };
}

export function presentMaintenancePreview(preview: ForeseenChange<MaintenanceEvent>, now: Date): MaintenancePreview {
  const { before, after } = preview;
  return { before: before && presentMaintenanceEvent(before, now), after: after && presentMaintenanceEvent(after, now), ...rest(preview) };
}

function presentReach({ reach }: Pick<Foresight, 'reach'>): ReachBody {
  return { window: '30 days', ...reach };
}

function rest(preview: Foresight): Pick<FlagPreview, 'reach' | 'warnings'> {
  return { reach: presentReach(preview), warnings: preview.warnings };
}
