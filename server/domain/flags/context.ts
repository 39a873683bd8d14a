import { bytesOf } from './murmur3.ts';
import type { Scalar } from './targeting.ts';

/** The attributes of one request by name. */
export interface EvaluationContext extends ReadonlyMap<string, Scalar> {
  /** The bytes of the value that decides a percentage or a draw; null when it is absent or empty. */
  bytesOf(attribute: string): Uint8Array | null;
}

export const TARGETING_KEY = 'targetingKey';
export const INSTALLATION = 'installationId';

/** Keeps the scalars and ignores everything else. The installation is the targeting key, unless both are given. */
export function contextOf(attributes: Readonly<Record<string, unknown>>): EvaluationContext {
  const context = new Attributes();
  for (const [name, value] of Object.entries(attributes)) if (isScalar(value)) context.set(name, value);
  copyIfAbsent(context, TARGETING_KEY, INSTALLATION);
  copyIfAbsent(context, INSTALLATION, TARGETING_KEY);
  return context;
}

/** Remembers the bytes, because most rules of an app decide by the same attribute. */
class Attributes extends Map<string, Scalar> implements EvaluationContext {
  readonly #bytes = new Map<string, Uint8Array | null>();

  bytesOf(attribute: string): Uint8Array | null {
    const known = this.#bytes.get(attribute);
    if (known !== undefined) return known;
    const value = this.get(attribute);
    const bytes = value === undefined || value === '' ? null : bytesOf(String(value));
    this.#bytes.set(attribute, bytes);
    return bytes;
  }
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function copyIfAbsent(context: Map<string, Scalar>, from: string, to: string): void {
  const value = context.get(from);
  if (value !== undefined && !context.has(to)) context.set(to, value);
}
