import type { Evaluation } from './api.ts';
import { DiwanError } from './errors.ts';
import { type Env, Listeners } from './platform/env.ts';

/** Where a value comes from: the answer of this start, a stored one, `defaults` of the options, or the fallback of the call. */
export type FlagSource = 'network' | 'cache' | 'defaults' | 'fallback';

export interface FlagDetails<T> {
  readonly value: T;
  readonly source: FlagSource;
  readonly variant?: string;
  /** The reason of the server, such as `SPLIT`. */
  readonly reason?: string;
  /** Whether the flag has a value of another type than the fallback. */
  readonly isMistyped?: boolean;
}

export type EvaluatedFlag = Evaluation['flags'][number];

/** The keys of the flags that can be on and off. */
export type SwitchKey<F extends object> = { [K in keyof F & string]: boolean extends F[K] ? K : never }[keyof F & string];

/** Reads the flags of the last evaluation. Reading sends no request. */
export class Flags<F extends object> {
  private readonly listeners = new Listeners<[]>();
  private readonly reported = new Set<string>();
  private readonly defaults: ReadonlyMap<string, unknown>;
  private readonly env: Env;
  private evaluated = new Map<string, EvaluatedFlag>();
  private source: 'network' | 'cache' = 'cache';

  constructor(defaults: Partial<F>, env: Env) {
    this.defaults = new Map(Object.entries(defaults));
    this.env = env;
  }

  isEnabled(key: SwitchKey<F>, fallback = false): boolean {
    return this.read<boolean>(key, fallback).value;
  }

  /** The value for this user and installation. Without one: that of `defaults`, else the fallback. */
  value<K extends keyof F & string>(key: K, fallback: F[K]): F[K] {
    return this.read(key, fallback).value;
  }

  details<K extends keyof F & string>(key: K): FlagDetails<F[K] | null> {
    return this.read<F[K] | null>(key, null);
  }

  /** Calls the function after flags have changed; the result stops that. */
  onChange(listener: () => void): () => void {
    return this.listeners.add(listener);
  }

  /** As `value` and `details`, for any text as a key, such as that of a provider of OpenFeature. */
  read<T>(key: string, fallback: T): FlagDetails<T> {
    const flag = this.evaluated.get(key);
    let isMistyped = false;
    if (flag !== undefined && 'value' in flag && flag.value !== undefined) {
      const { value, variant, reason } = flag;
      const found = { value, source: this.source, variant, reason };
      if (isAlike(found, fallback)) return found;
      isMistyped = true;
    }
    const found = { value: this.defaults.get(key), source: 'defaults' as const };
    if (found.value !== undefined && isAlike(found, fallback)) return found;
    if (isMistyped) this.report(key);
    return isMistyped ? { value: fallback, source: 'fallback', isMistyped } : { value: fallback, source: 'fallback' };
  }

  /** Takes the flags of an answer, or of the stored copy. */
  take(flags: readonly EvaluatedFlag[], source: 'network' | 'cache'): void {
    const before = JSON.stringify([...this.evaluated.values()]);
    this.evaluated = new Map(flags.flatMap((flag) => (flag.key === undefined ? [] : [[flag.key, flag] as const])));
    this.source = source;
    if (JSON.stringify([...this.evaluated.values()]) !== before) this.listeners.call();
  }

  close(): void {
    this.listeners.clear();
  }

  private report(key: string): void {
    if (this.reported.has(key)) return;
    this.reported.add(key);
    this.env.onError(
      new DiwanError({
        status: 0,
        code: 'flag_type',
        action: 'update_app',
        message: `The flag ${key} has another type than its fallback: the fallback is used.`,
      }),
    );
  }
}

/** Whether the value has the type of the fallback; without a fallback every value has. */
function isAlike<T>(found: { readonly value: unknown }, fallback: T): found is FlagDetails<T> {
  return fallback === null || fallback === undefined || typeof found.value === typeof fallback;
}
