import { AttributeValue } from './conditions/attribute-value.ts';
import type { HashedEnd } from './murmur3.ts';
import type { Scalar } from './targeting.ts';

/** The attributes of one request by name. */
export interface EvaluationContext extends ReadonlyMap<string, Scalar> {
  /** The value of an attribute in every form that conditions compare; undefined when it is absent. */
  read(attribute: string): AttributeValue | undefined;
  /** The value that decides a percentage or a draw, ready to be hashed; null when it is absent or empty. */
  hashedOf(attribute: string): HashedEnd | null;
  /** Answers a question about the request that many rules ask, such as whether it fits a segment. It is answered once. */
  once(question: object, answer: () => boolean): boolean;
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

class Attributes extends Map<string, Scalar> implements EvaluationContext {
  readonly #read = new Map<string, AttributeValue>();
  #answers: Map<object, boolean> | null = null;

  read(attribute: string): AttributeValue | undefined {
    const known = this.#read.get(attribute);
    if (known !== undefined) return known;
    const value = this.get(attribute);
    if (value === undefined) return undefined;
    const made = new AttributeValue(value);
    this.#read.set(attribute, made);
    return made;
  }

  hashedOf(attribute: string): HashedEnd | null {
    return this.read(attribute)?.hashed ?? null;
  }

  once(question: object, answer: () => boolean): boolean {
    this.#answers ??= new Map();
    const known = this.#answers.get(question);
    if (known !== undefined) return known;
    const made = answer();
    this.#answers.set(question, made);
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
