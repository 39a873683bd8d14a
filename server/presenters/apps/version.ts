import type { VersionBody } from '../../schemas/apps/versions.ts';
import type { ReleaseView } from '../../services/apps/releases/release-columns.ts';

/** A release as operators see it. */
export function presentVersion(release: ReleaseView): VersionBody {
  return {
    id: release.id,
    versionName: release.versionName,
    versionCode: release.versionCode,
    minVersion: release.minVersion,
    isForce: release.isForce,
    storeUrl: release.storeUrl,
    changelog: release.changelog,
    isActive: release.isActive,
    platform: release.platform,
    rolloutPercent: release.rolloutPercent,
    rolloutState: release.rolloutState,
    steps: [...release.steps],
    haltedAt: release.haltedAt?.toISOString() ?? null,
    offeredPercent: release.offeredPercent,
    forceAfter: release.forceAfter?.toISOString() ?? null,
    priority: release.priority,
    minOsVersion: release.minOsVersion,
    notes: release.notes,
    remindAfterHours: release.remindAfterHours,
    guard: release.guard,
    guardActedAt: release.guardActedAt?.toISOString() ?? null,
    createdAt: release.createdAt.toISOString(),
  };
}
