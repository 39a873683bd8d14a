import { App } from '../../../models/apps/App.ts';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { MaintenanceEvent } from '../../../models/apps/MaintenanceEvent.ts';
import { Segment } from '../../../models/apps/Segment.ts';
import { type CompiledFlags, nextBoundaryAt } from '../../domain/flags/evaluate.ts';
import type { Database } from '../../platform/db/database.ts';
import { inSnapshot } from '../../platform/db/transaction.ts';
import { compileFlags } from './flags/compile-flags.ts';
import { type PreparedApp, prepareReleases } from './update-check.ts';

/** The public state of one app. It is replaced, never changed, so that values derived from it may be cached with it. */
export interface AppSnapshot {
  readonly app: App;
  readonly releases: PreparedApp;
  readonly maintenance: MaintenanceEvent | null;
  readonly flags: CompiledFlags;
  /** Whether a flag depends on the request. */
  readonly isTargeted: boolean;
  /** The time for which flags are evaluated, in milliseconds since 1970. */
  readonly at: number;
  /** The next time at which the state changes by itself, such as the start of a flag; null when there is none. */
  readonly nextBoundaryAt: number | null;
}

/** The state of an app, which a revision identifies. */
export interface LoadedApp {
  readonly revision: number;
  readonly snapshot: AppSnapshot;
}

/** Revision and contents are read in one database snapshot: otherwise old contents could be kept under the new revision. */
export function readApp(db: Database, slug: string, now: Date): Promise<LoadedApp | null> {
  return inSnapshot(db, async () => {
    const app = await db.model(App).findOne({ where: { slug } });
    if (app === null) return null;
    const where = { appId: app.id };
    const versions = await db.model(AppVersion).findAll({ where: { ...where, isActive: true } });
    const maintenance = await db.model(MaintenanceEvent).findOne({ where: { activeAppId: app.id } });
    const rows = await db.model(FeatureFlag).findAll({ where, order: [['flagKey', 'ASC']] });
    const flags = compileFlags(rows, await db.model(Segment).findAll({ where }));
    const isTargeted = [...flags.values()].some((flag) => flag.isTargeted);
    const contents = { app, releases: prepareReleases(app, versions), maintenance, flags, isTargeted };
    return { revision: app.revision, snapshot: atTime(contents, now) };
  });
}

/** The app at a later time: itself until the next boundary, then with a new snapshot, so that nothing derived from the old one is served. */
export function renewed(loaded: LoadedApp, now: Date): LoadedApp {
  const { revision, snapshot } = loaded;
  const isInTime = snapshot.nextBoundaryAt === null || now.getTime() < snapshot.nextBoundaryAt;
  return isInTime ? loaded : { revision, snapshot: atTime(snapshot, now) };
}

function atTime(contents: Omit<AppSnapshot, 'at' | 'nextBoundaryAt'>, now: Date): AppSnapshot {
  const at = now.getTime();
  return { ...contents, at, nextBoundaryAt: nextBoundaryAt(contents.flags.values(), at) };
}
