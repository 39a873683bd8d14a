import type { DiwanError } from '../errors.ts';

/** The answer of `fetch`, as far as the client reads it. */
export interface FetchAnswer {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
}

export interface FetchOptions {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
}

export type Fetch = (url: string, options: FetchOptions) => Promise<FetchAnswer>;

export type MaybePromise<T> = T | PromiseLike<T>;

/** `localStorage`, AsyncStorage, MMKV or anything of this shape. */
export interface KeyValueStorage {
  getItem(key: string): MaybePromise<string | null | undefined>;
  setItem(key: string, value: string): MaybePromise<unknown>;
  removeItem(key: string): MaybePromise<unknown>;
}

export type FlagValue = boolean | string | number | object;

export interface ClientOptions<F extends object = Record<string, FlagValue>> {
  /** The address of the server, such as `https://api.example.com`. */
  readonly url: string;
  /** The short name of the app on the server. */
  readonly app: string;
  readonly projectId: number;
  readonly appVersion: string;
  /** Left out in a web page. */
  readonly platform?: 'android' | 'ios' | undefined;
  /** The code of the build, such as `42` or `1.2.3`. */
  readonly versionCode?: string | number | undefined;
  readonly osVersion?: string | undefined;
  readonly deviceModel?: string | undefined;
  readonly language?: string | undefined;
  readonly country?: string | undefined;
  readonly storage: KeyValueStorage;
  /** Keeps the tokens; `storage` when left out. */
  readonly secureStorage?: KeyValueStorage | undefined;
  /** The values of flags until the server has answered once. */
  readonly defaults?: Partial<F> | undefined;
  readonly fetch?: Fetch | undefined;
  /** Milliseconds since 1970. */
  readonly now?: (() => number) | undefined;
  readonly randomUUID?: (() => string) | undefined;
  readonly setTimeout?: ((run: () => void, ms: number) => unknown) | undefined;
  /** Hears of faults that no call rejects with. */
  readonly onError?: ((error: DiwanError) => void) | undefined;
}

/** The platform as the client uses it: the options, or their defaults. */
export interface Env {
  readonly fetch: Fetch;
  readonly now: () => number;
  readonly randomUUID: () => string;
  /** Runs later, unless it is cancelled by the result. */
  readonly timer: (run: () => void, ms: number) => () => void;
  readonly onError: (error: DiwanError) => void;
}

declare const fetch: Fetch;
declare const setTimeout: ((run: () => void, ms: number) => unknown) | undefined;
declare const clearTimeout: ((timer: unknown) => void) | undefined;

export function createEnv(options: Omit<ClientOptions, 'defaults'>): Env {
  const { onError, setTimeout: ownTimer } = options;
  return {
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    now: options.now ?? (() => Date.now()),
    randomUUID: options.randomUUID ?? randomUUID,
    timer: ownTimer === undefined ? platformTimer : (run, ms) => cancellable(run, (guarded) => void ownTimer(guarded, ms)),
    onError(error) {
      try {
        onError?.(error);
      } catch {
        // a fault of the app's own handler must not break the call that reports one
      }
    },
  };
}

function platformTimer(run: () => void, ms: number): () => void {
  if (typeof setTimeout === 'undefined') return () => {};
  const timer = setTimeout(run, ms);
  return () => (typeof clearTimeout === 'undefined' ? undefined : clearTimeout(timer));
}

function cancellable(run: () => void, start: (run: () => void) => void): () => void {
  let isCancelled = false;
  start(() => (isCancelled ? undefined : run()));
  return () => {
    isCancelled = true;
  };
}

export function wait(env: Env, ms: number): Promise<void> {
  return new Promise((resolve) => void env.timer(resolve, ms));
}

/** For names of installations, events and requests, which are no secrets. */
function randomUUID(): string {
  const digits = '0123456789abcdef';
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (sign) => {
    const random = Math.floor(Math.random() * 16);
    return digits.charAt(sign === 'x' ? random : 8 + (random % 4));
  });
}

/** Runs `next` at once on a value and later on a promise, so that synchronous storage stays synchronous. */
export function chain<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U> {
  return isPromise(value) ? value.then(next) : next(value);
}

export function isPromise<T>(value: MaybePromise<T>): value is PromiseLike<T> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** A list of functions to call on a change. */
export class Listeners<A extends unknown[]> {
  private list: ((...values: A) => void)[] = [];

  add(listener: (...values: A) => void): () => void {
    this.list = [...this.list, listener];
    return () => {
      this.list = this.list.filter((other) => other !== listener);
    };
  }

  call(...values: A): void {
    for (const listener of this.list)
      try {
        listener(...values);
      } catch {
        // one listener's fault must not keep the others from hearing
      }
  }

  clear(): void {
    this.list = [];
  }
}
