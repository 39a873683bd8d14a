import { AppVersion } from '../../../../models/apps/AppVersion.ts';
import { percentAt, type Rollout, type RolloutStep } from '../../../domain/releases/rollout.ts';
import { restoreVersion } from '../releases/restore-version.ts';
import {
  CHANGED_NOTHING,
  currentBy,
  type Fields,
  fieldsOf,
  keysOf,
  type Move,
  type RowKind,
  rowIsUnchanged,
  rowStep,
  type UndoHandler,
} from './undo-step.ts';

const RELEASE: RowKind = {
  changed: ['changed', 'rollout_changed', 'halted', 'resumed', 'rolled_back'],
  fields: {
    minVersion: null,
    isForce: false,
    storeUrl: null,
    changelog: null,
    isActive: true,
    platform: null,
    rolloutPercent: 100,
    rolloutState: 'active',
    steps: null,
    haltedAt: null,
    forceAfter: null,
    priority: 0,
    minOsVersion: null,
    notes: null,
    remindAfterHours: 72,
    guard: null,
    guardActedAt: null,
  },
};

/** Sets the fields of a release back, and the current version of the app that went with them. */
export const undoRelease: UndoHandler = {
  stepOf(recorded) {
    const step = rowStep(RELEASE, recorded);
    return step && { ...step, app: moveOf(recorded.details['app']) };
  },
  async readCurrent(db, app, steps) {
    const versions = await db.model(AppVersion).findAll({ where: { appId: app.id, id: keysOf(steps) } });
    return currentBy(versions, ({ id }) => String(id));
  },
  isUnchanged: rowIsUnchanged(RELEASE),
  obstacleTo({ slug, step, current, now }) {
    const [left, back] = [rolloutOf(current ?? {}), rolloutOf({ ...current, ...step.back })];
    if ((left.haltedAt === null) === (back.haltedAt === null)) return null;
    const running = left.haltedAt === null ? left : back;
    if (percentAt(running, step.at.getTime()) === percentAt(running, now.getTime())) return null;
    const [verb, why] = running === back ? ['resume', 'which moves its later steps'] : ['halt', 'which keeps them'];
    return `steps of the rollout have come since. Use POST /admin/apps/${slug}/versions/${step.key}/${verb} instead, ${why}.`;
  },
  revert: (apps, act, slug, { key, back, app }) => restoreVersion(apps, act, { slug, id: Number(key) }, { fields: back ?? {}, app }),
  adviceOn({ action, target }, slug) {
    if (action !== 'version.published') return CHANGED_NOTHING;
    const path = `/admin/apps/${slug}/versions/${target?.slice('version:'.length)}`;
    return `a published release is never deleted. Set its isActive to false with PUT ${path}, or use POST ${path}/rollback instead.`;
  },
};

function moveOf(app: unknown): Move | undefined {
  const { before, after } = fieldsOf(app) ?? {};
  const [left, back] = [fieldsOf(after), fieldsOf(before)];
  return left === null || back === null ? undefined : { left, back };
}

function rolloutOf(fields: Fields): Rollout {
  const { rolloutPercent, rolloutState, steps, haltedAt } = fields;
  const since = typeof haltedAt === 'string' ? new Date(haltedAt) : new Date(0);
  return {
    rolloutPercent: Number(rolloutPercent),
    steps: (steps ?? []) as RolloutStep[],
    haltedAt: rolloutState === 'halted' ? since : null,
  };
}
