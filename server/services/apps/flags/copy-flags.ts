import type { App } from '../../../../models/apps/App.ts';
import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { NO_WORK, sumOf, type Work } from '../../../domain/flags/conditions/comparisons.ts';
import { requireReach } from '../../../platform/auth/reach.ts';
import { changesOf } from '../../../platform/db/records/changes.ts';
import { dryRun } from '../../../platform/db/transactions/dry-run.ts';
import { conflict, validationError } from '../../../platform/errors.ts';
import { auditApp, type ChangeAct } from '../app-audit.ts';
import { changeApp, findApp } from '../apps.ts';
import type { Apps } from '../apps-service.ts';
import { requireAllSound } from './flag-checks.ts';
import { type FlagState, readFlagState, segmentsOf } from './flag-state.ts';
import { MAX_SEGMENTS } from './segments.ts';
import { targetingOf } from './stored-targeting.ts';
import { requireBudget, workOfFlags, workOfSegments } from './targeting-budget.ts';

export interface CopyInput {
  /** The slug of another app. */
  from: string;
  /** All flags when not given. */
  keys?: string[];
  overwrite?: boolean;
}

/** The keys of the flags that were copied and that were left alone, and of the segments that came along. */
export interface Copied {
  copied: string[];
  skipped: string[];
  segments: string[];
}

/**
 * Copies flags of another app with the segments that they name. Flags and segments that exist stay, unless they are to be overwritten.
 * @throws ApiError 400 for unknown keys, 403 or 404 when the caller may not read the other app, 409 `prerequisite_conflict` with the flags
 *   that are missing here, 409 `flag_limit`, `segment_limit`, `in_use`, `targeting_too_large`
 */
export async function copyFlags(apps: Apps, act: ChangeAct, slug: string, { from, keys, overwrite = false }: CopyInput): Promise<Copied> {
  if (from === slug) throw validationError([{ field: 'from', message: 'from must be another app' }]);
  await requireReach(act.actor, { reach: 'app', isRead: true, role: 'staff', slug: from }, apps.appProjects);
  return changeApp(apps, slug, async (app) => {
    const source = await readFlagState(apps.db, await findApp(apps.db, from));
    const present = await readFlagState(apps.db, app);
    const noted = { ...act, note: { ...act.note, copiedFrom: from } };
    const copy = new FlagCopy(apps, noted, { app, source, present, overwrite });
    return copy.run(wantedKeys(source, from, keys));
  });
}

/** Answers as `copyFlags` would, and copies nothing. @throws as `copyFlags` */
export function dryRunCopy(apps: Apps, act: ChangeAct, slug: string, input: CopyInput): Promise<Copied> {
  return dryRun(apps.db, () => copyFlags(apps, act, slug, input));
}

interface Places {
  readonly app: App;
  readonly source: FlagState;
  readonly present: FlagState;
  readonly overwrite: boolean;
}

/** One copy, in the transaction that holds the lock of the app. */
class FlagCopy {
  readonly #apps: Apps;
  readonly #act: ChangeAct;
  readonly #places: Places;

  constructor(apps: Apps, act: ChangeAct, places: Places) {
    this.#apps = apps;
    this.#act = act;
    this.#places = places;
  }

  async run(keys: readonly string[]): Promise<Copied> {
    const { source, present, overwrite } = this.#places;
    // the flags and segments of the state change as they are proposed
    const before = workIn(present);
    const flags = keys.flatMap((key) => {
      const flag = source.flags.get(key);
      return flag === undefined || (present.flags.has(key) && !overwrite) ? [] : [this.#proposedFlag(flag)];
    });
    const changed = flags.filter(isDifferent);
    const named = new Set(changed.flatMap(segmentsOf));
    const segments = [...named]
      .toSorted()
      .flatMap((key) => this.#proposedSegment(key))
      .filter(isDifferent);
    await this.#check(changed, segments, before);
    for (const segment of segments) await this.#save(segment, 'segment', segment.segmentKey);
    for (const flag of changed) await this.#save(flag, 'flag', flag.flagKey);
    const copied = changed.map(({ flagKey }) => flagKey);
    return { copied, skipped: keys.filter((key) => !copied.includes(key)), segments: segments.map(({ segmentKey }) => segmentKey) };
  }

  #proposedFlag(from: FeatureFlag): FeatureFlag {
    const { app, present } = this.#places;
    const { flagKey } = from;
    const flag = present.flags.get(flagKey) ?? this.#apps.db.model(FeatureFlag).build({ appId: app.id, flagKey });
    const { isEnabled, description, config, valueType, targeting, kind } = from;
    return flag.set({ isEnabled, description, config, valueType, targeting, kind });
  }

  /** Nothing for a segment that the source lacks as well, and for one that stays. */
  #proposedSegment(key: string): Segment[] {
    const { app, source, present, overwrite } = this.#places;
    const [from, known] = [source.segments.get(key), present.segments.get(key)];
    if (from === undefined || (known !== undefined && !overwrite)) return [];
    const { name, conditions } = from;
    const segment = known ?? this.#apps.db.model(Segment).build({ appId: app.id, segmentKey: key, conditions });
    segment.set({ name, conditions });
    return [segment];
  }

  async #check(flags: readonly FeatureFlag[], segments: readonly Segment[], before: Work): Promise<void> {
    const { present } = this.#places;
    const all = new Map([...present.flags, ...flags.map((flag) => [flag.flagKey, flag] as const)]);
    const missing = flags.flatMap((flag) => targetingOf(flag)?.requires ?? []).filter(({ flag }) => !all.has(flag));
    if (missing.length > 0) throw missingParents(missing.map(({ flag }) => flag));
    const allSegments = new Map([...present.segments, ...segments.map((segment) => [segment.segmentKey, segment] as const)]);
    if (allSegments.size > MAX_SEGMENTS) throw conflict('segment_limit', `An app has at most ${MAX_SEGMENTS} segments.`);
    requireAllSound([...all.values()], new Set(allSegments.keys()), flags);
    await requireBudget({ before, after: workIn({ flags: all, segments: allSegments }), rest: () => Promise.resolve(NO_WORK) });
  }

  async #save(row: FeatureFlag | Segment, thing: 'flag' | 'segment', key: string): Promise<void> {
    const event = row.isNewRecord
      ? { action: `${thing}.created`, details: { after: shown(row) } }
      : { action: `${thing}.changed`, details: changesOf(row) };
    auditApp(this.#apps, this.#act, this.#places.app, { ...event, target: `${thing}:${key}` });
    await row.save();
  }
}

function workIn({ flags, segments }: FlagState): Work {
  return sumOf([workOfFlags([...flags.values()]), workOfSegments([...segments.values()])]);
}

function wantedKeys(source: FlagState, from: string, keys: readonly string[] | undefined): string[] {
  if (keys === undefined) return [...source.flags.keys()];
  const faults = keys.flatMap((key, index) =>
    source.flags.has(key)
      ? []
      : [{ field: `keys[${index}]`, message: `keys[${index}] ${key} is not the key of a flag of the app ${from}` }],
  );
  if (faults.length > 0) throw validationError(faults);
  return [...new Set(keys)];
}

function isDifferent(row: FeatureFlag | Segment): boolean {
  return row.isNewRecord || row.changed() !== false;
}

/** The values as the audit log shows those of a new row. */
function shown(row: FeatureFlag | Segment): Readonly<Record<string, unknown>> {
  if ('segmentKey' in row) return { key: row.segmentKey, name: row.name, conditions: JSON.parse(row.conditions) };
  const { flagKey, isEnabled, description, config, valueType, kind } = row;
  return { flagKey, isEnabled, description, config: config ? JSON.parse(config) : null, valueType, targeting: targetingOf(row), kind };
}

function missingParents(keys: readonly string[]): Error {
  const names = [...new Set(keys)].toSorted().join(', ');
  return conflict('prerequisite_conflict', `The flags to copy require ${names}, which this app lacks. Copy them too.`);
}
