interface Locks {
  request<T>(name: string, work: () => Promise<T>): Promise<T>;
}

declare const navigator: { readonly locks?: Locks } | undefined;

/** Runs the work while no other tab of the page does, where the platform has Web Locks. */
export function runLocked<T>(name: string, work: () => Promise<T>): Promise<T> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator?.locks;
  return locks === undefined ? work() : locks.request(name, work);
}
