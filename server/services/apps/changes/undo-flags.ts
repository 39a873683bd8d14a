import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { createFlag, deleteFlag, type FlagPatch, type NewFlag, updateFlag } from '../flags/flags.ts';
import { createSegment, deleteSegment, type NewSegment, type SegmentPatch, updateSegment } from '../flags/segments.ts';
import { CHANGED_NOTHING, currentBy, keysOf, type RowKind, rowIsUnchanged, rowStep, type UndoHandler } from './undo-step.ts';

const VERBS = { changed: ['changed'], created: 'created', deleted: 'deleted' };
const FLAG: RowKind = {
  ...VERBS,
  fields: { isEnabled: false, description: null, config: null, valueType: 'boolean', targeting: null, kind: 'release' },
};
const SEGMENT: RowKind = { ...VERBS, fields: { name: null, conditions: [] } };

/** Creates a flag again that was deleted, deletes one that was created, or sets fields back. */
export const undoFlag: UndoHandler = {
  stepOf: (recorded) => rowStep(FLAG, recorded),
  async readCurrent(db, app, steps) {
    const flags = await db.model(FeatureFlag).findAll({ where: { appId: app.id, flagKey: keysOf(steps) } });
    return currentBy(flags, ({ flagKey }) => flagKey);
  },
  isUnchanged: rowIsUnchanged(FLAG),
  revert(apps, act, slug, { key, left, back }) {
    const place = { slug, flagKey: key };
    if (back === null) return deleteFlag(apps, act, place);
    if (left === null) return createFlag(apps, act, slug, { flagKey: key, ...(back as Omit<NewFlag, 'flagKey'>) });
    return updateFlag(apps, { ...act, ifMatch: null }, place, back as FlagPatch);
  },
  adviceOn: () => CHANGED_NOTHING,
};

/** The same for segments. */
export const undoSegment: UndoHandler = {
  stepOf: (recorded) => rowStep(SEGMENT, recorded),
  async readCurrent(db, app, steps) {
    const segments = await db.model(Segment).findAll({ where: { appId: app.id, segmentKey: keysOf(steps) } });
    return currentBy(segments, ({ segmentKey }) => segmentKey);
  },
  isUnchanged: rowIsUnchanged(SEGMENT),
  revert(apps, act, slug, { key, left, back }) {
    const place = { slug, key };
    if (back === null) return deleteSegment(apps, act, place);
    if (left === null) return createSegment(apps, act, slug, { key, ...(back as Omit<NewSegment, 'key'>) });
    return updateSegment(apps, { ...act, ifMatch: null }, place, back as SegmentPatch);
  },
  adviceOn: () => CHANGED_NOTHING,
};
