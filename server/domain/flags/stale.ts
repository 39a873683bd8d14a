import { lastOf, nextOf } from '../boundaries.ts';
import type { CompiledFlag } from './compile.ts';
import { contextOf } from './context.ts';
import { type CompiledFlags, evaluate, flagBoundaries } from './evaluate.ts';
import { attributesOf } from './possible-answers.ts';
import type { FlagKind } from './targeting.ts';

const DAY_MS = 86_400_000;
/** The expected lives of flags in days; others live as long as their app. */
const LIFETIMES: Readonly<Partial<Record<FlagKind, number>>> = { release: 40, experiment: 40, ops: 7 };
/** The kinds of flags that are expected to be removed. */
export const AGING_KINDS = ['release', 'experiment', 'ops'] as const satisfies readonly FlagKind[];
const UNCHANGED_DAYS = 30;
/** A flag that changed later than this ago is never stale. */
export const MIN_STALE_MS = UNCHANGED_DAYS * DAY_MS;

/** The age of a flag. */
export interface Age {
  readonly kind: FlagKind;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

export interface Staleness {
  readonly since: Date;
  readonly reason: string;
}

/**
 * Since when a flag could be removed from the code: it is past the lifetime of its kind, has not changed for 30 days and is the same for
 * everybody. null for a flag that is not stale at a time in milliseconds since 1970.
 */
export function stalenessOf(flags: CompiledFlags, flag: CompiledFlag, { kind, createdAt, updatedAt }: Age, at: number): Staleness | null {
  const lifetime = LIFETIMES[kind];
  if (lifetime === undefined || !isSameForEverybody(flags, flag, at)) return null;
  const changed = Math.max(updatedAt.getTime(), lastBoundaryAt(flags, flag, at));
  const since = Math.max(createdAt.getTime() + lifetime * DAY_MS, changed + MIN_STALE_MS);
  if (since > at) return null;
  const state = evaluate(flags, flag, { context: contextOf({}), at }).isOn ? 'on' : 'off';
  const [age, idle] = [createdAt.getTime(), changed].map((time) => Math.floor((at - time) / DAY_MS));
  const reason = `A flag of the kind ${kind} is expected to live ${lifetime} days. This one is ${age} days old, has not changed for ${idle} days and is ${state} for everybody.`;
  return { since: new Date(since), reason };
}

function isSameForEverybody(flags: CompiledFlags, flag: CompiledFlag, at: number): boolean {
  return attributesOf(flags, flag, at).size === 0 && nextOf(flagBoundaries(withParents(flags, flag)), at) === null;
}

/** The last time at which the flag changed by itself; 0 when it never did. */
function lastBoundaryAt(flags: CompiledFlags, flag: CompiledFlag, at: number): number {
  return lastOf(flagBoundaries(withParents(flags, flag)), 0, at);
}

function withParents(flags: CompiledFlags, flag: CompiledFlag): CompiledFlag[] {
  return [flag, ...flag.requires.map(({ flag: key }) => flags.get(key)).filter((parent) => parent !== undefined)];
}
