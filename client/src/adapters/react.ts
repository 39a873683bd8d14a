import { useSyncExternalStore } from 'react';
import type { User } from '../api.ts';
import type { Client } from '../client.ts';
import type { SessionState } from '../session.ts';
import type { StartState } from '../start.ts';

/** The value of a flag, which follows its changes. */
export function useFlag<F extends object, K extends keyof F & string>(client: Client<F>, key: K, fallback: F[K]): F[K] {
  const read = (): F[K] => client.flags.value(key, fallback);
  return useSyncExternalStore((listener) => client.flags.onChange(listener), read, read);
}

/** The signed-in user, and whether there is one. */
export function useSession<F extends object>(client: Client<F>): { readonly state: SessionState; readonly user: User | null } {
  const subscribe = (listener: () => void): (() => void) => client.auth.onChange(listener);
  const state = useSyncExternalStore(
    subscribe,
    () => client.auth.state,
    () => client.auth.state,
  );
  const user = useSyncExternalStore(
    subscribe,
    () => client.auth.user,
    () => client.auth.user,
  );
  return { state, user };
}

/** The state of the start: the screen to show, update, maintenance and app. */
export function useStart<F extends object>(client: Client<F>): StartState {
  return useSyncExternalStore(
    (listener) => client.onChange(listener),
    () => client.state,
    () => client.state,
  );
}
