import type { Client } from '../client.ts';

interface Subscription {
  remove(): void;
}

interface AppStateLike {
  addEventListener(type: 'change', listener: (state: string) => void): Subscription;
}

interface NetInfoLike {
  addEventListener(listener: (state: { readonly isConnected: boolean | null }) => void): () => void;
}

/**
 * Reports to the client when the app is in front, in the background or online again; the result stops that. Pass `AppState` of
 * `react-native`, and `NetInfo` of `@react-native-community/netinfo` if the app has it.
 */
export function wire<F extends object>(
  client: Client<F>,
  { AppState, NetInfo }: { AppState: AppStateLike; NetInfo?: NetInfoLike },
): () => void {
  const subscription = AppState.addEventListener('change', (state) => {
    if (state === 'active') void client.foreground();
    else if (state === 'background') void client.background();
  });
  let wasConnected = true;
  const stopNetwork = NetInfo?.addEventListener(({ isConnected }) => {
    if (isConnected === true && !wasConnected) void client.online();
    if (isConnected !== null) wasConnected = isConnected;
  });
  return () => {
    subscription.remove();
    stopNetwork?.();
  };
}
