import type { AdoptionBody } from '../../schemas/apps/releases/adoption.ts';
import type { Adoption, VersionShare } from '../../services/apps/analytics/adoption.ts';

/** How far each version has spread. */
export function presentAdoption({ days, totalUsers, users, byDay }: Adoption): AdoptionBody {
  return {
    days,
    totalUsers,
    users: users.map(({ version, count }) => ({ version, users: count, share: shareOf(count, totalUsers) })),
    byDay: byDay.map(({ date, total, versions }) => ({ date, events: total, versions: versions.map((each) => presentShare(each, total)) })),
  };
}

function presentShare({ version, count }: VersionShare, total: number): AdoptionBody['byDay'][number]['versions'][number] {
  return { version, events: count, share: shareOf(count, total) };
}

function shareOf(count: number, total: number): number {
  return total === 0 ? 0 : Math.round((count / total) * 10_000) / 10_000;
}
