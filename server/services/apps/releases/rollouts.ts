import { Op } from 'sequelize';
import type { AppVersion } from '../../../../models/apps/AppVersion.ts';
import type { RolloutPlan } from '../../../domain/releases/rollout.ts';
import { conflict } from '../../../platform/errors.ts';
import type { Apps } from '../apps-service.ts';
import type { ConditionalAct } from '../flags/flags.ts';
import { changeVersion, newestForAll, setRollout, sharing, soundPlan, type VersionKey, withState } from './change-version.ts';
import { rolloutOf } from './release-columns.ts';

/** Sets the percent or the steps. A halted release stays halted. @throws ApiError 400 for steps that fall, 404, 412 */
export function rolloutVersion(apps: Apps, act: ConditionalAct, key: VersionKey, plan: RolloutPlan): Promise<AppVersion> {
  return changeVersion(apps, act, key, {
    action: 'version.rollout_changed',
    apply: (version) => setRollout(version, soundPlan(rolloutOf(version), plan, act.now)),
  });
}

/** Offers the release to no further phone. The clock of its steps stops. @throws ApiError 404, 412 */
export function haltVersion(apps: Apps, act: ConditionalAct, key: VersionKey): Promise<AppVersion> {
  return changeVersion(apps, act, key, {
    action: 'version.halted',
    apply: (version) => setRollout(version, withState(rolloutOf(version), 'halted', act.now)),
  });
}

/** Goes on where the release was halted. @throws ApiError 404, 412 */
export function resumeVersion(apps: Apps, act: ConditionalAct, key: VersionKey): Promise<AppVersion> {
  return changeVersion(apps, act, key, {
    action: 'version.resumed',
    apply: (version) => setRollout(version, withState(rolloutOf(version), 'active', act.now)),
  });
}

/** Halts the release in favour of the one before. @throws ApiError 404, 409 `no_earlier_release`, 412 */
export function rollBackVersion(apps: Apps, act: ConditionalAct, key: VersionKey): Promise<AppVersion> {
  return changeVersion(apps, act, key, {
    action: 'version.rolled_back',
    async apply(version, app) {
      const { versionCode, platform } = version;
      const earlier = { versionCode: { [Op.lt]: versionCode }, ...sharing(platform) };
      if ((await newestForAll(apps.db, app, act.now, earlier)) === null) throw noEarlierRelease(version);
      setRollout(version, withState(rolloutOf(version), 'halted', act.now));
    },
  });
}

function noEarlierRelease({ versionName }: AppVersion): Error {
  return conflict('no_earlier_release', `No active release before ${versionName} is for everybody. Halt ${versionName} instead.`);
}
