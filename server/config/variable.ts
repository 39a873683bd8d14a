import type { Reader } from './readers/readers.ts';

/** One environment variable; `T` is its parsed value, with null where it may be absent. */
export interface Variable<T> {
  /** The default, as text; null if there is none. */
  readonly default: string | null;
  /** The difference in production: another default, or that the variable is required, with what is expected. */
  readonly production: { readonly default: string } | { readonly required: string } | null;
  readonly meaning: string;
  readonly read: Reader<T>;
}

export function withDefault<T>(text: string, read: Reader<T>, meaning: string): Variable<T> {
  return { default: text, production: null, meaning, read };
}

export function optional<T>(read: Reader<T>, meaning: string): Variable<T | null> {
  return { default: null, production: null, meaning, read };
}

export function requiredInProduction<T>(expectation: string, variable: Variable<T>): Variable<T> {
  return { ...variable, production: { required: expectation } };
}

export function inProduction<T>(text: string, variable: Variable<T>): Variable<T> {
  return { ...variable, production: { default: text } };
}
