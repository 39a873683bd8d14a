import type { Client } from '../client.ts';

/** Takes every handler of the SDK, and is called without details. */
type Handler = (details?: never) => unknown;

interface Resolved<T> {
  value: T;
  reason: string;
  variant?: string;
}

/** A provider of OpenFeature for the web, described here so that this package needs none of its packages. */
export interface DiwanProvider {
  readonly metadata: { readonly name: string };
  readonly runsOn: 'client';
  readonly events: ProviderEvents;
  onClose(): Promise<void>;
  resolveBooleanEvaluation(flagKey: string, defaultValue: boolean): Resolved<boolean>;
  resolveStringEvaluation(flagKey: string, defaultValue: string): Resolved<string>;
  resolveNumberEvaluation(flagKey: string, defaultValue: number): Resolved<number>;
  resolveObjectEvaluation<T>(flagKey: string, defaultValue: T): Resolved<T>;
}

/** The events of a provider, as the SDK listens to them. */
class ProviderEvents {
  private readonly handlers = new Map<string, Set<Handler>>();

  addHandler(type: string, handler: Handler): void {
    const known = this.handlers.get(type) ?? new Set();
    this.handlers.set(type, known.add(handler));
  }

  removeHandler(type: string, handler: Handler): void {
    this.handlers.get(type)?.delete(handler);
  }

  removeAllHandlers(type?: string): void {
    if (type === undefined) this.handlers.clear();
    else this.handlers.delete(type);
  }

  getHandlers(type: string): (() => unknown)[] {
    return [...(this.handlers.get(type) ?? [])];
  }

  emit(type: string): void {
    for (const handler of this.getHandlers(type)) handler();
  }

  setLogger(): this {
    return this;
  }
}

/** The flags of the client for the SDKs of OpenFeature in pages and React. It sends no request: call `client.start()`. */
export function createProvider<F extends object>(client: Client<F>): DiwanProvider {
  const events = new ProviderEvents();
  const stop = client.flags.onChange(() => events.emit('PROVIDER_CONFIGURATION_CHANGED'));
  const resolve = <T>(key: string, fallback: T): Resolved<T> => {
    const { value, source, variant, reason = 'CACHED', isMistyped } = client.flags.read(key, fallback);
    if (isMistyped === true) throw evaluationError('TYPE_MISMATCH', `The flag ${key} has another type.`);
    if (source === 'fallback') throw evaluationError('FLAG_NOT_FOUND', `The flag ${key} has no value.`);
    const resolved: Resolved<T> = { value, reason: source === 'network' ? reason : source === 'cache' ? 'CACHED' : 'DEFAULT' };
    if (variant !== undefined) resolved.variant = variant;
    return resolved;
  };
  return {
    metadata: { name: 'diwan' },
    runsOn: 'client',
    events,
    async onClose() {
      stop();
    },
    resolveBooleanEvaluation: resolve,
    resolveStringEvaluation: resolve,
    resolveNumberEvaluation: resolve,
    resolveObjectEvaluation: resolve,
  };
}

/** The SDK answers with the default of the code and this code. */
function evaluationError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
