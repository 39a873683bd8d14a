import type { AppVersion } from '../../../models/apps/AppVersion.ts';
import type { VersionBody } from '../../schemas/apps/versions.ts';

export function presentVersion(version: AppVersion): VersionBody {
  const { id, versionName, versionCode, isForce, isActive } = version;
  return {
    id,
    versionName,
    versionCode,
    minVersion: version.minVersion ?? null,
    isForce,
    storeUrl: version.storeUrl ?? null,
    changelog: version.changelog ?? null,
    isActive,
    createdAt: version.createdAt.toISOString(),
  };
}
