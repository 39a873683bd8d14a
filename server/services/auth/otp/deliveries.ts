import type { Auth } from '../auth.ts';

/** Resolves when all sends have ended, including those whose client already has its reply or has disconnected. For shutdown. */
export async function settleDeliveries(auth: Auth): Promise<void> {
  while (auth.deliveries.size > 0) await Promise.all(auth.deliveries);
}

/** `settleDeliveries` waits for it. */
export async function trackDelivery<T>(auth: Auth, work: Promise<T>): Promise<T> {
  const settled: Promise<void> = work.then(
    () => {},
    () => {},
  );
  auth.deliveries.add(settled);
  try {
    return await work;
  } finally {
    auth.deliveries.delete(settled);
  }
}
