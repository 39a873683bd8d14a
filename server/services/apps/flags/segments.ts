import { Op } from 'sequelize';
import type { App } from '../../../../models/apps/App.ts';
import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { NO_WORK, sumOf, type Work, workOf } from '../../../domain/flags/conditions/comparisons.ts';
import type { Condition } from '../../../domain/flags/targeting.ts';
import type { Database } from '../../../platform/db/database.ts';
import { changesOf } from '../../../platform/db/records/changes.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { auditApp, type ChangeAct } from '../app-audit.ts';
import { changeApp, findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { openWindows, requireNoWindow } from '../maintenance/read-windows.ts';
import { requireUnusedSegment } from './flag-checks.ts';
import type { ConditionalAct } from './flags.ts';
import { requireVersion } from './row-version.ts';
import { type BudgetChange, requireBudget, workOfFlags, workOfSegments } from './targeting-budget.ts';

export interface NewSegment {
  key: string;
  name?: string | null;
  conditions: Condition[];
}

/** A segment of an app. */
export interface SegmentKey {
  slug: string;
  key: string;
}

export type SegmentPatch = Partial<Omit<NewSegment, 'key'>>;

export const MAX_SEGMENTS = 200;

/** All segments of an app, by key. */
export async function listSegments(db: Database, slug: string): Promise<Segment[]> {
  const app = await findApp(db, slug);
  return db.model(Segment).findAll({ where: { appId: app.id }, order: [['segmentKey', 'ASC']] });
}

/** @throws ApiError 404 `segment_not_found` */
export async function getSegment(db: Database, { slug, key }: SegmentKey): Promise<Segment> {
  return findSegment(db, await findApp(db, slug), key);
}

/** @throws ApiError 409 `segment_key_exists`, 409 `segment_limit`, 409 `targeting_too_large` */
export async function createSegment(apps: Apps, act: ChangeAct, slug: string, values: NewSegment): Promise<Segment> {
  const { key, name = null, conditions } = values;
  return changeApp(apps, slug, async (app) => {
    const existing = await apps.db.model(Segment).findAll({ where: { appId: app.id }, attributes: ['segmentKey'] });
    if (existing.some(({ segmentKey }) => segmentKey === key))
      throw conflict('segment_key_exists', `A segment with the key ${key} already exists.`);
    if (existing.length >= MAX_SEGMENTS) throw conflict('segment_limit', `An app has at most ${MAX_SEGMENTS} segments.`);
    await requireRoom(apps.db, app, { before: NO_WORK, after: workOf(conditions), key });
    auditApp(apps, act, app, { action: 'segment.created', target: `segment:${key}`, details: { after: values } });
    return apps.db.model(Segment).create({ appId: app.id, segmentKey: key, name, conditions: JSON.stringify(conditions) });
  });
}

/** @throws ApiError 404 `segment_not_found`, 409 `targeting_too_large`, 412 `content_changed` */
export async function updateSegment(apps: Apps, act: ConditionalAct, { slug, key }: SegmentKey, changes: SegmentPatch): Promise<Segment> {
  const { name, conditions } = changes;
  return changeApp(apps, slug, async (app) => {
    const segment = await findSegment(apps.db, app, key);
    requireVersion(act.ifMatch, segment);
    const before = workOfSegments([segment]);
    segment.set({
      ...(name === undefined ? {} : { name }),
      ...(conditions === undefined ? {} : { conditions: JSON.stringify(conditions) }),
    });
    await requireRoom(apps.db, app, { before, after: workOfSegments([segment]), key });
    auditApp(apps, act, app, { action: 'segment.changed', target: `segment:${key}`, details: changesOf(segment) });
    return segment.save();
  });
}

/** @throws ApiError 404 `segment_not_found`, 409 `in_use` when flags or maintenance windows name it */
export async function deleteSegment(apps: Apps, act: ChangeAct, { slug, key }: SegmentKey): Promise<void> {
  await changeApp(apps, slug, async (app) => {
    const segment = await findSegment(apps.db, app, key);
    requireUnusedSegment(key, await apps.db.model(FeatureFlag).findAll({ where: { appId: app.id } }));
    requireNoWindow(key, await openWindows(apps.db, app.id), apps.clock.now());
    const { name, conditions } = segment;
    auditApp(apps, act, app, { action: 'segment.deleted', target: `segment:${key}`, details: { before: { name, conditions } } });
    await segment.destroy();
  });
}

interface ChangedSegment extends Pick<BudgetChange, 'before' | 'after'> {
  readonly key: string;
}

/** @throws ApiError 409 `targeting_too_large` */
function requireRoom(db: Database, { id: appId }: App, { before, after, key }: ChangedSegment): Promise<void> {
  const rest = async (): Promise<Work> => {
    const others = await db.model(Segment).findAll({ where: { appId, segmentKey: { [Op.ne]: key } }, attributes: ['conditions'] });
    const flags = await db.model(FeatureFlag).findAll({ where: { appId }, attributes: ['targeting'] });
    return sumOf([workOfSegments(others), workOfFlags(flags)]);
  };
  return requireBudget({ before, after, rest });
}

async function findSegment(db: Database, app: App, key: string): Promise<Segment> {
  const segment = await db.model(Segment).findOne({ where: { appId: app.id, segmentKey: key } });
  if (segment === null) throw notFound('segment');
  return segment;
}
