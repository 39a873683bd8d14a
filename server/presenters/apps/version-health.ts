import type { VersionHealthBody } from '../../schemas/apps/releases/version-health.ts';
import type { VersionHealth } from '../../services/apps/analytics/version-health.ts';

/** A rate of fewer users says nothing. */
const MIN_USERS = 20;

/** The users and crashes of a release. */
export function presentVersionHealth({ release, users, allUsers, crashUsers }: VersionHealth): VersionHealthBody {
  const { id, versionName, versionCode, platform } = release;
  return {
    id,
    versionName,
    versionCode,
    platform,
    users,
    share: allUsers === 0 ? 0 : rounded(users / allUsers),
    crashUsers,
    // as the crash guard: users who have updated since their crash may outnumber those who are left
    crashRate: users < MIN_USERS ? null : rounded(crashUsers / Math.max(crashUsers, users)),
  };
}

function rounded(share: number): number {
  return Math.round(share * 10_000) / 10_000;
}
