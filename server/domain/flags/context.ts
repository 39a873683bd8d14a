import type { Scalar } from './targeting.ts';

/** The attributes of one request by name. */
export type EvaluationContext = ReadonlyMap<string, Scalar>;

export const TARGETING_KEY = 'targetingKey';
const INSTALLATION = 'installationId';

/** Keeps the scalars and ignores everything else. The installation is the targeting key, unless both are given. */
export function contextOf(attributes: Readonly<Record<string, unknown>>): EvaluationContext {
  const context = new Map<string, Scalar>();
  for (const [name, value] of Object.entries(attributes)) if (isScalar(value)) context.set(name, value);
  copyIfAbsent(context, TARGETING_KEY, INSTALLATION);
  copyIfAbsent(context, INSTALLATION, TARGETING_KEY);
  return context;
}

/** The value that decides a percentage or a draw; null when it is absent or empty. */
export function stickinessOf(context: EvaluationContext, attribute: string): string | null {
  const value = context.get(attribute);
  return value === undefined || value === '' ? null : String(value);
}

function isScalar(value: unknown): value is Scalar {
  return typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && Number.isFinite(value));
}

function copyIfAbsent(context: Map<string, Scalar>, from: string, to: string): void {
  const value = context.get(from);
  if (value !== undefined && !context.has(to)) context.set(to, value);
}
