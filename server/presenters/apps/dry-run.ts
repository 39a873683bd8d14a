import type { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import type {
  AudienceBody,
  FlagDryRunBody,
  MaintenanceDryRunBody,
  ReleaseDryRunBody,
  SegmentDryRunBody,
} from '../../schemas/apps/dry-run.ts';
import type { ChangeEffect, Effect } from '../../services/apps/audience/dry-run-change.ts';
import type { FlagsEffect } from '../../services/apps/flags/dry-run.ts';
import type { ReleaseView } from '../../services/apps/releases/release-columns.ts';
import { presentFlag } from './flag.ts';
import { presentMaintenanceEvent } from './maintenance.ts';
import { presentSegment } from './segment.ts';
import { presentVersion } from './version.ts';

export function presentFlagDryRun(effect: FlagsEffect<unknown>, flagKey: string): FlagDryRunBody {
  const [before, after] = [effect.before.flags.get(flagKey), effect.after.flags.get(flagKey)];
  return { before: before ? presentFlag(before) : null, after: after ? presentFlag(after) : null, ...rest(effect) };
}

export function presentSegmentDryRun(effect: FlagsEffect<unknown>, key: string): SegmentDryRunBody {
  const [before, after] = [effect.before.segments.get(key), effect.after.segments.get(key)];
  return { before: before ? presentSegment(before) : null, after: after ? presentSegment(after) : null, ...rest(effect) };
}

export function presentReleaseDryRun(effect: ChangeEffect<ReleaseView>): ReleaseDryRunBody {
  const { before, after } = effect;
  return { before: before && presentVersion(before), after: after && presentVersion(after), ...rest(effect) };
}

export function presentMaintenanceDryRun(effect: ChangeEffect<MaintenanceEvent>, now: Date): MaintenanceDryRunBody {
  const { before, after } = effect;
  return { before: before && presentMaintenanceEvent(before, now), after: after && presentMaintenanceEvent(after, now), ...rest(effect) };
}

function presentAudience({ audience }: Pick<Effect, 'audience'>): AudienceBody {
  return { window: '30 days', ...audience };
}

function rest(effect: Effect): Pick<FlagDryRunBody, 'reach' | 'warnings'> {
  return { reach: presentAudience(effect), warnings: effect.warnings };
}
