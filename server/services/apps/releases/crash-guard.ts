import { Op } from 'sequelize';
import { App } from '../../../../models/apps/App.ts';
import { AppVersion } from '../../../../models/apps/AppVersion.ts';
import { type Health, isTripped, type ReleaseGuard } from '../../../domain/releases/guard.ts';
import type { MayContinue, SharedWork } from '../../../platform/concurrency/shared-work.ts';
import type { Act } from '../../../platform/context.ts';
import { changesOf } from '../../../platform/db/records/changes.ts';
import { healthOf } from '../analytics/users/version-users.ts';
import { auditApp } from '../app-audit.ts';
import { changeApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { findVersion, followNewest, movesOf, setRollout, withState } from './change-version.ts';
import { guardOf, rolloutOf } from './release-columns.ts';

const EVERY_MS = 30_000;
/** Guarded releases in one run: the newest ones. Each costs one statement. */
const MAX_RELEASES = 500;

/** Compares the crashes of each guarded release with its rule. */
export function crashGuard(apps: Apps): SharedWork {
  return { name: 'crash guard', clock: apps.clock, everyMs: EVERY_MS, run: (mayContinue) => checkReleases(apps, mayContinue) };
}

/** A release that its guard watches. */
interface Watched {
  readonly slug: string;
  readonly id: number;
}

/** One run of the guard. */
export async function checkReleases(apps: Apps, mayContinue: MayContinue): Promise<void> {
  const { db, clock } = apps;
  const releases = await db.model(AppVersion).findAll({
    where: { guard: { [Op.ne]: null }, guardActedAt: null, isActive: true, rolloutState: 'active' },
    order: [['id', 'DESC']],
    limit: MAX_RELEASES,
  });
  if (releases.length === 0) return;
  const owners = await db.model(App).findAll({ where: { id: [...new Set(releases.map(({ appId }) => appId))] } });
  const slugs = new Map(owners.map(({ id, slug }) => [id, slug]));
  for (const release of releases) {
    const { id, appId, versionName } = release;
    const [guard, slug] = [guardOf(release), slugs.get(appId)];
    if (guard === null || slug === undefined || !(await mayContinue())) continue;
    const health = await healthOf(db, { appId, versionName, now: clock.now() });
    if (isTripped(guard, health)) await act(apps, { slug, id }, { guard, health });
  }
}

/** Acts once: a release that was changed since, or that another process judged, stays as it is. */
async function act(apps: Apps, { slug, id }: Watched, { guard, health }: { guard: ReleaseGuard; health: Health }): Promise<void> {
  const now = apps.clock.now();
  const by: Act = { actor: { kind: 'system', id: 'guard' }, requestId: null, address: null, now };
  await changeApp(apps, slug, async (app) => {
    const version = await findVersion(apps.db, app, id);
    const isSame = JSON.stringify(guardOf(version)) === JSON.stringify(guard);
    if (!isSame || version.guardActedAt !== null || !version.isActive || version.rolloutState !== 'active') return;
    const isHalt = guard.action === 'halt';
    if (isHalt) setRollout(version, withState(rolloutOf(version), 'halted', now));
    const changes = changesOf(version);
    version.set({ guardActedAt: now });
    await version.save();
    if (isHalt) await followNewest(apps.db, app, now);
    const details = { ...changes, ...movesOf(app), reason: reasonOf(version, health, guard) };
    const action = isHalt ? 'version.halted' : 'version.crashes';
    auditApp(apps, by, app, { action, target: `version:${id}`, details });
  });
}

function reasonOf({ versionName }: AppVersion, { users, crashed }: Health, { maxRate }: ReleaseGuard): string {
  const percent = (rate: number): string => `${(100 * rate).toFixed(1)} %`;
  return `${crashed} of ${users} users (${percent(crashed / users)}) saw ${versionName} crash in 24 hours; the guard allows ${percent(maxRate)}.`;
}
