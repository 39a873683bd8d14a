import type { EvaluationContext } from '../flags/context.ts';
import { groupByVersion } from '../version-counts.ts';

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

/** The users that a change reaches, those whom it takes in, and those whom it leaves out. */
export interface Audience {
  /** All users of the period. */
  users: number;
  /** Users of whom every attribute is known that decides. */
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

/** Whether something is possible, and whether it is certain. */
export interface Chance {
  readonly may: boolean;
  readonly must: boolean;
}

/** The meaning of a change for one user. */
export interface Judgement {
  readonly matched: Chance;
  readonly gains: Chance;
  readonly loses: Chance;
}

/** A question about each user. */
export interface AudienceQuestion {
  /** The attributes that decide. */
  readonly needed: ReadonlySet<string>;
  /** Answers for a user by the known attributes. */
  judge(context: EvaluationContext): Judgement;
}

/** Groups with their own line; the rest is summed. */
const TOP = 20;
const UNKNOWN = 'unknown';
const OTHERS = 'others';

/** Counts users one by one. */
export class AudienceTally {
  readonly #question: AudienceQuestion;
  readonly #missing: Map<string, number>;
  readonly #all = new Tally();
  readonly #gains = new Tally();
  readonly #loses = new Tally();
  readonly #platforms = new Map<string, Tally>();
  readonly #versions = new Map<string, Tally>();
  #known = 0;

  constructor(question: AudienceQuestion) {
    this.#question = question;
    this.#missing = new Map([...question.needed].map((attribute) => [attribute, 0]));
  }

  get users(): number {
    return this.#all.users;
  }

  /** Counts a user by the known attributes. */
  add(context: EvaluationContext): void {
    const { matched, gains, loses } = this.#question.judge(context);
    this.#all.add(matched);
    this.#gains.add(gains);
    this.#loses.add(loses);
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
  audience(total: number, stored: ReadonlySet<string>): Audience {
    const scale = this.users === 0 ? 1 : total / this.users;
    const unknown = [...this.#missing].filter(([attribute, missing]) => missing > 0 || !stored.has(attribute));
    return {
      users: total,
      known: Math.round(this.#known * scale),
      matched: this.#all.scaledTo(total),
      gains: this.#gains.scaledTo(total),
      loses: this.#loses.scaledTo(total),
      share: this.users === 0 ? 0 : this.#all.bounds.min / this.users,
      byPlatform: groupsOf(this.#platforms, scale),
      byVersion: groupsOf(mergedVersions(this.#versions), scale),
      unknownAttributes: unknown.map(([attribute]) => attribute).toSorted(),
    };
  }
}

/** The users for whom something is possible or certain. */
export class Tally {
  users = 0;
  readonly bounds: Bounds = { min: 0, max: 0 };

  add({ may, must }: Chance): void {
    this.users += 1;
    if (may) this.bounds.max += 1;
    if (must) this.bounds.min += 1;
  }

  /** The count, if there are so many users. */
  scaledTo(total: number): Count {
    return scaled(this.bounds, this.users === 0 ? 1 : total / this.users);
  }
}

/** The chance that one of several things is so, none of which depends on another. */
export function anyOf(chances: readonly Chance[]): Chance {
  return { may: chances.some(({ may }) => may), must: chances.some(({ must }) => must) };
}

function tallyOf(groups: Map<string, Tally>, value: unknown): Tally {
  const name = value === undefined ? UNKNOWN : String(value);
  const known = groups.get(name) ?? new Tally();
  groups.set(name, known);
  return known;
}

/** One tally for each version, whatever its spelling. */
function mergedVersions(tallies: ReadonlyMap<string, Tally>): Map<string, Tally> {
  return new Map(groupByVersion(tallies).map(([version, parts]) => [version, sumOf(parts)]));
}

function sumOf(parts: readonly Tally[]): Tally {
  const sum = new Tally();
  for (const { users, bounds } of parts) {
    sum.users += users;
    sum.bounds.min += bounds.min;
    sum.bounds.max += bounds.max;
  }
  return sum;
}

function groupsOf(tallies: ReadonlyMap<string, Tally>, scale: number): Record<string, Group> {
  const sorted = [...tallies].toSorted(([, a], [, b]) => b.users - a.users);
  const rest = sumOf(sorted.slice(TOP).map(([, tally]) => tally));
  const shown = rest.users === 0 ? sorted : [...sorted.slice(0, TOP), [OTHERS, rest] as const];
  return Object.fromEntries(
    shown.map(([name, { users, bounds }]) => [name, { users: Math.round(users * scale), matched: scaled(bounds, scale) }]),
  );
}

function scaled({ min, max }: Bounds, scale: number): Count {
  const [low, high] = [Math.round(min * scale), Math.round(max * scale)];
  return low === high ? low : { min: low, max: high };
}
