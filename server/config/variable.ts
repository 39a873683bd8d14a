import type { Reader } from './readers.ts';

/** One variable of the environment; `T` is what the server works with, null when it may be absent. */
export interface Variable<T> {
  /** The text that stands for an absent variable, null if there is none. */
  readonly default: string | null;
  /** Where production differs: another default, or none but a demand, said in words. */
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
