import { type EvaluationContext, INSTALLATION, TARGETING_KEY } from './context.ts';
import type { CompiledFlags } from './evaluate.ts';
import { attributesOf, type Prospect, prospectOf } from './prospect.ts';

/** A number, or its bounds where attributes that decide it are not known. */
export type Count = number | Bounds;

export interface Bounds {
  min: number;
  max: number;
}

export interface Group {
  users: number;
  matched: Count;
}

/** The users that the flags reach, and those for whom a change turns one of them on or off. */
export interface Reach {
  /** All users of the period. */
  users: number;
  /** Users of whom every attribute is known that the flags need. */
  known: number;
  matched: Count;
  gains: Count;
  loses: Count;
  /** The part of the users that is certainly matched. */
  share: number;
  byPlatform: Record<string, Group>;
  byVersion: Record<string, Group>;
  unknownAttributes: string[];
}

/** Flags before and after a change. A user is matched when one of them is on after the change. */
export interface FlagChange {
  readonly before: CompiledFlags;
  readonly after: CompiledFlags;
  readonly keys: readonly string[];
  /** Those of the keys whose answers the change may alter. */
  readonly altered: ReadonlySet<string>;
  /** The time of evaluation, in milliseconds since 1970. */
  readonly at: number;
}

const NEVER_ON: Prospect = { mayBeOn: false, mayBeOff: true };
/** Groups with their own line; the rest is summed. */
const TOP = 20;
const UNKNOWN = 'unknown';
const OTHERS = 'others';

/** Counts users one by one. */
export class ReachTally {
  readonly #change: FlagChange;
  readonly #missing: Map<string, number>;
  readonly #all = new Tally();
  readonly #gains = new Tally();
  readonly #loses = new Tally();
  readonly #platforms = new Map<string, Tally>();
  readonly #versions = new Map<string, Tally>();
  #known = 0;

  constructor(change: FlagChange) {
    this.#change = change;
    this.#missing = new Map([...neededBy(change)].map((attribute) => [attribute, 0]));
  }

  get users(): number {
    return this.#all.users;
  }

  /** Counts a user by the known attributes. */
  add(context: EvaluationContext): void {
    const { keys } = this.#change;
    const changes = keys.map((key) => this.#changeOf(key, context));
    const matched = anyOf(changes.map(({ after }) => ({ may: after.mayBeOn, must: !after.mayBeOff })));
    this.#all.add(matched);
    this.#gains.add(anyOf(changes.map(({ isAltered, before, after }) => turned(isAltered, before, after))));
    this.#loses.add(anyOf(changes.map(({ isAltered, before, after }) => turned(isAltered, after, before))));
    tallyOf(this.#platforms, context.get('platform')).add(matched);
    tallyOf(this.#versions, context.get('appVersion')).add(matched);
    let isKnown = true;
    for (const [attribute, missing] of this.#missing) {
      if (context.has(attribute)) continue;
      isKnown = false;
      this.#missing.set(attribute, missing + 1);
    }
    if (isKnown) this.#known += 1;
  }

  /** The sums, scaled to so many users when only some of them were counted. `stored` are the attributes that any user may have. */
  reach(total: number, stored: ReadonlySet<string>): Reach {
    const scale = this.users === 0 ? 1 : total / this.users;
    const matched = this.#all.bounds;
    const unknown = [...this.#missing].filter(([attribute, missing]) => missing > 0 || !stored.has(attribute));
    return {
      users: total,
      known: Math.round(this.#known * scale),
      matched: scaled(matched, scale),
      gains: scaled(this.#gains.bounds, scale),
      loses: scaled(this.#loses.bounds, scale),
      share: this.users === 0 ? 0 : matched.min / this.users,
      byPlatform: groupsOf(this.#platforms, scale),
      byVersion: groupsOf(this.#versions, scale),
      unknownAttributes: unknown.map(([attribute]) => attribute).toSorted(),
    };
  }

  #changeOf(key: string, context: EvaluationContext): { isAltered: boolean; before: Prospect; after: Prospect } {
    const { before, after, altered, at } = this.#change;
    const next = prospectIn(after, key, { context, at });
    const isAltered = altered.has(key);
    return { isAltered, after: next, before: isAltered ? prospectIn(before, key, { context, at }) : next };
  }
}

/** Whether something is possible, and whether it is certain. */
interface Chance {
  readonly may: boolean;
  readonly must: boolean;
}

class Tally {
  users = 0;
  readonly bounds: Bounds = { min: 0, max: 0 };

  add({ may, must }: Chance): void {
    this.users += 1;
    if (may) this.bounds.max += 1;
    if (must) this.bounds.min += 1;
  }
}

function prospectIn(flags: CompiledFlags, key: string, input: Parameters<typeof prospectOf>[2]): Prospect {
  const flag = flags.get(key);
  return flag === undefined ? NEVER_ON : prospectOf(flags, flag, input);
}

/** Whether a flag is off in one state and on in the other. */
function turned(isAltered: boolean, off: Prospect, on: Prospect): Chance {
  return {
    may: isAltered && off.mayBeOff && on.mayBeOn,
    must: isAltered && !off.mayBeOn && !on.mayBeOff,
  };
}

function anyOf(chances: readonly Chance[]): Chance {
  return { may: chances.some(({ may }) => may), must: chances.some(({ must }) => must) };
}

/** The attributes that decide the flags after the change, or before it for those that it deletes. */
function neededBy({ before, after, keys, at }: FlagChange): Set<string> {
  const names = keys.flatMap((key) => {
    const [flags, flag] = after.has(key) ? [after, after.get(key)] : [before, before.get(key)];
    return flag === undefined ? [] : [...attributesOf(flags, flag, at)];
  });
  return new Set(names.map((name) => (name === TARGETING_KEY ? INSTALLATION : name)));
}

function tallyOf(groups: Map<string, Tally>, value: unknown): Tally {
  const name = value === undefined ? UNKNOWN : String(value);
  const known = groups.get(name) ?? new Tally();
  groups.set(name, known);
  return known;
}

function groupsOf(tallies: ReadonlyMap<string, Tally>, scale: number): Record<string, Group> {
  const sorted = [...tallies].toSorted(([, a], [, b]) => b.users - a.users);
  const rest = new Tally();
  for (const [, { users, bounds }] of sorted.slice(TOP)) {
    rest.users += users;
    rest.bounds.min += bounds.min;
    rest.bounds.max += bounds.max;
  }
  const shown = rest.users === 0 ? sorted : [...sorted.slice(0, TOP), [OTHERS, rest] as const];
  return Object.fromEntries(
    shown.map(([name, { users, bounds }]) => [name, { users: Math.round(users * scale), matched: scaled(bounds, scale) }]),
  );
}

function scaled({ min, max }: Bounds, scale: number): Count {
  const [low, high] = [Math.round(min * scale), Math.round(max * scale)];
  return low === high ? low : { min: low, max: high };
}
