import { HashedEnd } from './murmur3.ts';
import type { Scalar } from './targeting.ts';

/** The attributes of one request by name. */
export interface EvaluationContext extends ReadonlyMap<string, Scalar> {
  /** The value that decides a percentage or a draw, ready to be hashed; null when it is absent or empty. */
  hashedOf(attribute: string): HashedEnd | null;
}

export const TARGETING_KEY = 'targetingKey';
export const INSTALLATION = 'installationId';
export const VERSION_CODE = 'versionCode';

/** Keeps the scalars and ignores everything else. The installation is the targeting key, unless both are given. */
export function contextOf(attributes: Readonly<Record<string, unknown>>): EvaluationContext {
  const context = new Attributes();
  for (const [name, value] of Object.entries(attributes)) if (isScalar(value)) context.set(name, value);
  copyIfAbsent(context, TARGETING_KEY, INSTALLATION);
  copyIfAbsent(context, INSTALLATION, TARGETING_KEY);
  return context;
}

/** Remembers the values to be hashed, because most rules of an app decide by the same attribute. */
class Attributes extends Map<string, Scalar> implements EvaluationContext {
  readonly #hashed = new Map<string, HashedEnd | null>();

  hashedOf(attribute: string): HashedEnd | null {
    const known = this.#hashed.get(attribute);
    if (known !== undefined) return known;
    const value = this.get(attribute);
    const made = value === undefined || value === '' ? null : new HashedEnd(String(value));
    this.#hashed.set(attribute, made);
    return made;
  }
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function copyIfAbsent(context: Map<string, Scalar>, from: string, to: string): void {
  const value = context.get(from);
  if (value !== undefined && !context.has(to)) context.set(to, value);
}
