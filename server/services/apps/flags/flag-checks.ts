import { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import { Segment } from '../../../../models/apps/Segment.ts';
import { targetingFaults } from '../../../domain/flags/faults.ts';
import type { Targeting } from '../../../domain/flags/targeting.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, validationError } from '../../../platform/errors.ts';
import { targetingOf } from './stored-targeting.ts';
import { requireBudget, workOfFlags, workOfSegments } from './targeting-budget.ts';

/** Every client downloads all flags at each start, and every process keeps their targeting, so these limits keep them small. */
const MAX_FLAGS = 500;
const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_TARGETING_BYTES = 1024 * 1024;

/** A flag as it will be stored. */
type Proposed = Pick<FeatureFlag, 'flagKey' | 'valueType' | 'targeting' | 'config'>;

/**
 * Refuses a flag that cannot be evaluated or breaks another one. Call it with the app locked.
 * @throws ApiError 400 `validation_error`, 409 `flag_limit`, 409 `prerequisite_conflict`, 409 `in_use`, 409 `targeting_too_large`
 */
export async function requireSound(db: Database, appId: number, proposed: Proposed): Promise<void> {
  const where = { appId };
  const flags = await db.model(FeatureFlag).findAll({ where });
  const others = flags.filter(({ flagKey }) => flagKey !== proposed.flagKey);
  const segments = proposed.targeting === null ? [] : await db.model(Segment).findAll({ where, attributes: ['segmentKey'] });
  const keys = new Set(segments.map(({ segmentKey }) => segmentKey));
  const all = [...others, proposed];
  requireAllSound(all, keys, [proposed]);
  const rest = async () => workOfSegments(await db.model(Segment).findAll({ where, attributes: ['conditions'] }));
  await requireBudget({ before: workOfFlags(flags), after: workOfFlags(all), rest });
}

/** The same for several of all flags that an app will have, with the keys of its segments. @throws as `requireSound` */
export function requireAllSound(all: readonly Proposed[], segments: ReadonlySet<string>, proposed: readonly Proposed[]): void {
  requireRoom(all);
  const byKey = new Map(all.map((flag) => [flag.flagKey, targetingOf(flag)]));
  for (const { flagKey, valueType } of proposed) {
    const targeting = byKey.get(flagKey) ?? null;
    const isOwnParent = requiresOf(targeting).some(({ flag }) => flag === flagKey);
    if (isOwnParent) throw prerequisiteConflict(`The flag ${flagKey} cannot require itself.`);
    const faults = targeting === null ? [] : targetingFaults(targeting, { valueType, segments, others: byKey });
    if (faults.length > 0) throw validationError(faults);
    requireOneLevel(flagKey, targeting, byKey);
  }
}

/** @throws ApiError 409 `in_use` when other flags require this one */
export function requireNoChildren(flagKey: string, others: readonly FeatureFlag[]): void {
  const children = others.filter((flag) => requiresOf(targetingOf(flag)).some(({ flag: parent }) => parent === flagKey));
  if (children.length > 0) throw inUse(`The flag ${flagKey}`, namesOf(children));
}

/** @throws ApiError 409 `in_use` when flags name the segment */
export function requireUnusedSegment(key: string, flags: readonly FeatureFlag[]): void {
  const users = flags.filter((flag) => targetingOf(flag)?.rules.some(({ segments = [] }) => segments.includes(key)) === true);
  if (users.length > 0) throw inUse(`The segment ${key}`, namesOf(users));
}

function requiresOf(targeting: Targeting | null): NonNullable<Targeting['requires']> {
  return targeting?.requires ?? [];
}

/** A flag with requirements is no parent, and a parent keeps the variants that its children name. */
function requireOneLevel(flagKey: string, targeting: Targeting | null, others: ReadonlyMap<string, Targeting | null>): void {
  const grandparent = requiresOf(targeting).find(({ flag }) => requiresOf(others.get(flag) ?? null).length > 0);
  if (grandparent !== undefined)
    throw prerequisiteConflict(`The flag ${grandparent.flag} has requirements itself, so none may require it.`);
  const variants = new Set(targeting?.variants?.map(({ key }) => key));
  for (const [key, other] of others) {
    for (const requirement of requiresOf(other).filter(({ flag }) => flag === flagKey)) {
      if (requiresOf(targeting).length > 0)
        throw prerequisiteConflict(`The flag ${key} requires ${flagKey}, so it may have no requirements.`);
      const lost = requirement.variants?.find((variant) => !variants.has(variant));
      if (lost !== undefined) throw inUse(`The variant ${lost} of ${flagKey}`, [key]);
    }
  }
}

function requireRoom(flags: readonly Pick<Proposed, 'config' | 'targeting'>[]): void {
  if (flags.length > MAX_FLAGS) throw conflict('flag_limit', `An app has at most ${MAX_FLAGS} flags.`);
  if (bytesOf(flags.map(({ config }) => config)) > MAX_CONFIG_BYTES)
    throw conflict('flag_limit', `The configs of all flags of an app have at most ${MAX_CONFIG_BYTES} bytes together.`);
  if (bytesOf(flags.map(({ targeting }) => targeting)) > MAX_TARGETING_BYTES)
    throw conflict('flag_limit', `The targeting of all flags of an app has at most ${MAX_TARGETING_BYTES} bytes.`);
}

function bytesOf(texts: readonly (string | null)[]): number {
  return texts.reduce((sum, text) => sum + Buffer.byteLength(text ?? ''), 0);
}

function namesOf(flags: readonly FeatureFlag[]): string[] {
  return flags.map(({ flagKey }) => flagKey);
}

function prerequisiteConflict(message: string): Error {
  return conflict('prerequisite_conflict', message);
}

function inUse(thing: string, names: readonly string[]): Error {
  return conflict('in_use', `${thing} is in use by the flags ${names.join(', ')}.`);
}
