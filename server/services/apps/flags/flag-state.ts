import type { App } from '../../../../models/apps/App.ts';
import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import type { CompiledFlags } from '../../../domain/flags/evaluate.ts';
import type { Database } from '../../../platform/db/database.ts';
import { compileFlags, compileStoredSegments } from './compile-flags.ts';
import { targetingOf } from './stored-targeting.ts';

/** The flags and segments of an app by key. */
export interface FlagState {
  readonly flags: ReadonlyMap<string, FeatureFlag>;
  readonly segments: ReadonlyMap<string, Segment>;
}

export async function readFlagState(db: Database, { id: appId }: App): Promise<FlagState> {
  const flags = await db.model(FeatureFlag).findAll({ where: { appId }, order: [['flagKey', 'ASC']] });
  const segments = await db.model(Segment).findAll({ where: { appId } });
  return {
    flags: new Map(flags.map((flag) => [flag.flagKey, flag])),
    segments: new Map(segments.map((segment) => [segment.segmentKey, segment])),
  };
}

/** The keys of the flags whose rules name a segment. */
export function flagsNaming({ flags }: FlagState, segment: string): string[] {
  return [...flags.values()].filter((flag) => segmentsOf(flag).includes(segment)).map(({ flagKey }) => flagKey);
}

/** The flags of these keys with those that they require, prepared for evaluation. */
export function compileSome({ flags, segments }: FlagState, keys: readonly string[]): CompiledFlags {
  const wanted = closureOf(flags, keys);
  const named = new Set(wanted.flatMap(segmentsOf));
  const used = [...named].map((key) => segments.get(key)).filter((segment) => segment !== undefined);
  return compileFlags(wanted, compileStoredSegments(used));
}

/** A text that differs between two states where a flag may be evaluated differently. */
export function fingerprintOf({ flags, segments }: FlagState, key: string): string {
  const flagTexts = closureOf(flags, [key]).map((flag) => {
    const { flagKey, isEnabled, valueType, targeting } = flag;
    return [flagKey, isEnabled, valueType, targeting, ...segmentsOf(flag).map((name) => segments.get(name)?.conditions ?? null)];
  });
  return JSON.stringify(flagTexts);
}

function closureOf(flags: FlagState['flags'], keys: readonly string[]): FeatureFlag[] {
  const direct = keys.map((key) => flags.get(key)).filter((flag) => flag !== undefined);
  const parents = direct.flatMap((flag) => targetingOf(flag)?.requires ?? []).map(({ flag }) => flags.get(flag));
  return [...new Set([...direct, ...parents.filter((flag) => flag !== undefined)])];
}

export function segmentsOf(flag: FeatureFlag): string[] {
  return targetingOf(flag)?.rules.flatMap(({ segments = [] }) => segments) ?? [];
}
