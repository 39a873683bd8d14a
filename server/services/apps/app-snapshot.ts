import { App } from '../../../models/apps/App.ts';
import { AppVersion } from '../../../models/apps/AppVersion.ts';
import { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../models/apps/Segment.ts';
import { lastOf, nextOf } from '../../domain/boundaries.ts';
import { type CompiledFlags, flagBoundaries } from '../../domain/flags/evaluate.ts';
import { type CompiledWindow, windowBoundaries } from '../../domain/maintenance/window.ts';
import { type Offers, offerBoundaries, prepareOffers, type StoredRelease } from '../../domain/releases/offers.ts';
import { versionKey } from '../../domain/version-number.ts';
import type { Database } from '../../platform/db/database.ts';
import { inSnapshot } from '../../platform/db/transactions/transaction.ts';
import { compileFlags, compileStoredSegments } from './flags/compile-flags.ts';
import { compileWindows, openWindows } from './maintenance/read-windows.ts';
import { releaseOf } from './releases/release-columns.ts';

/** The columns that public reads need. An instance of the model would take four times the memory. */
type PublicApp = Pick<
  App,
  'id' | 'slug' | 'name' | 'platform' | 'packageName' | 'currentVersion' | 'currentVersionCode' | 'storeUrl' | 'isActive' | 'revision'
>;

/** The public state of one app. It is replaced, never changed, so that values derived from it may be cached with it. */
export interface AppSnapshot {
  readonly app: PublicApp;
  /** The active releases. */
  readonly releases: readonly StoredRelease[];
  /** When each version was first published, in milliseconds since 1970, by `versionKey`. */
  readonly publishedMs: ReadonlyMap<string, number>;
  /** The offers to phones at the time of the snapshot. */
  readonly offers: Offers;
  /** The windows of maintenance that have not ended, or not long ago. */
  readonly windows: readonly CompiledWindow[];
  readonly flags: CompiledFlags;
  /** Whether a flag depends on the request. */
  readonly isTargeted: boolean;
  /** The time for which flags, releases and windows are evaluated, in milliseconds since 1970. */
  readonly at: number;
  /** Grows with each change: the revision, or the later time at which the state last changed by itself. */
  readonly position: number;
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
    const events = await openWindows(db, app.id);
    const rows = await db.model(FeatureFlag).findAll({ where, order: [['flagKey', 'ASC']] });
    const segments = compileStoredSegments(await db.model(Segment).findAll({ where }));
    const flags = compileFlags(rows, segments);
    const windows = compileWindows(events, segments);
    const isTargeted = [...flags.values()].some((flag) => flag.isTargeted);
    const contents = {
      app: publicColumns(app),
      releases: versions.map(releaseOf),
      publishedMs: publishedTimes(versions),
      windows,
      flags,
      isTargeted,
    };
    return { revision: app.revision, snapshot: atTime(contents, now) };
  });
}

/**
 * The app at a later time: itself until the next boundary, then with a new snapshot, so that nothing derived from the old one is served.
 */
export function renewed(loaded: LoadedApp, now: Date): LoadedApp {
  const { revision, snapshot } = loaded;
  const isInTime = snapshot.nextBoundaryAt === null || now.getTime() < snapshot.nextBoundaryAt;
  return isInTime ? loaded : { revision, snapshot: atTime(snapshot, now) };
}

function publishedTimes(versions: readonly AppVersion[]): Map<string, number> {
  const newestFirst = versions.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime());
  return new Map(newestFirst.map(({ versionName, createdAt }) => [versionKey(versionName), createdAt.getTime()]));
}

function publicColumns(row: App): PublicApp {
  const { id, slug, name, platform, packageName, currentVersion, currentVersionCode, storeUrl, isActive, revision } = row;
  return { id, slug, name, platform, packageName, currentVersion, currentVersionCode, storeUrl, isActive, revision };
}

type Contents = Omit<AppSnapshot, 'at' | 'position' | 'offers' | 'nextBoundaryAt'>;

function atTime(contents: Contents, now: Date): AppSnapshot {
  const at = now.getTime();
  const { app, releases, publishedMs, windows, flags, isTargeted } = contents;
  const boundaries = [...flagBoundaries(flags.values()), ...windowBoundaries(windows), ...offerBoundaries(releases)];
  // a revision is a time in milliseconds too, so both are on one scale, on which every process finds the same position
  const times = { at, position: lastOf(boundaries, app.revision, at), nextBoundaryAt: nextOf(boundaries, at) };
  // not begun with a spread: each of a thousand snapshots would get its own shape in V8
  return { app, releases, publishedMs, windows, flags, isTargeted, offers: prepareOffers(app, releases, at), ...times };
}
