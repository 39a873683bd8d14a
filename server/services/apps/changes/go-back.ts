import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ChangeAct } from '../app-audit.ts';
import type { Apps } from '../apps-service.ts';
import { createFlag, deleteFlag, type FlagPatch, type NewFlag, updateFlag } from '../flags/flags.ts';
import { createSegment, deleteSegment, type NewSegment, type SegmentPatch, updateSegment } from '../flags/segments.ts';
import { type Fields, fieldsOf, type UndoStep } from './undo-step.ts';

/** Finds the present fields of a flag or segment that a step is about; null when there is none. */
export async function presentFields(db: Database, appId: number, steps: readonly UndoStep[]): Promise<(step: UndoStep) => Fields | null> {
  const keysOf = (thing: string): string[] => [...new Set(steps.filter((step) => step.thing === thing).map(({ key }) => key))];
  const flags = await db.model(FeatureFlag).findAll({ where: { appId, flagKey: keysOf('flag') } });
  const segments = await db.model(Segment).findAll({ where: { appId, segmentKey: keysOf('segment') } });
  const byTarget = new Map<string, Fields | null>([
    ...flags.map((flag) => [`flag:${flag.flagKey}`, fieldsOf(flag.get())] as const),
    ...segments.map((segment) => [`segment:${segment.segmentKey}`, fieldsOf(segment.get())] as const),
  ]);
  return ({ thing, key }) => byTarget.get(`${thing}:${key}`) ?? null;
}

/** Creates again what was deleted, deletes what was created, or sets the fields back. */
export async function goBack(apps: Apps, act: ChangeAct, slug: string, { thing, key, left, back }: UndoStep): Promise<void> {
  const unconditional = { ...act, ifMatch: null };
  if (thing === 'flag') {
    const place = { slug, flagKey: key };
    if (back === null) await deleteFlag(apps, act, place);
    else if (left === null) await createFlag(apps, act, slug, { flagKey: key, ...(back as Omit<NewFlag, 'flagKey'>) });
    else await updateFlag(apps, unconditional, place, back as FlagPatch);
    return;
  }
  const place = { slug, key };
  if (back === null) await deleteSegment(apps, act, place);
  else if (left === null) await createSegment(apps, act, slug, { key, ...(back as Omit<NewSegment, 'key'>) });
  else await updateSegment(apps, unconditional, place, back as SegmentPatch);
}
