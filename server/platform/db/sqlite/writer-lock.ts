interface LockRequest {
  /** The connection that waits; the same object releases. */
  readonly owner: object;
  /** How long to wait for the lock, in milliseconds. */
  readonly waitMs: number;
  readonly granted: () => void;
  readonly refused: () => void;
}

interface Waiter extends LockRequest {
  readonly timer: NodeJS.Timeout;
}

/**
 * A first-come-first-served lock of one database file in this process. The engine is synchronous: a second writer that waited inside
 * SQLite would block the event loop, and with it the writer it waits for. So writers queue here, and only the first one asks SQLite.
 */
export class WriterLock {
  #owner: object | null = null;
  // a Set keeps the order of arrival and removes a waiter without a search
  readonly #waiters = new Set<Waiter>();

  isHeldBy(owner: object): boolean {
    return this.#owner === owner;
  }

  /** Grants at once if the lock is free, else in order of arrival; refuses after `waitMs`. Not reentrant: ask `isHeldBy` first. */
  acquire(request: LockRequest): void {
    if (this.#owner === null) {
      this.#owner = request.owner;
      request.granted();
      return;
    }
    const timer = setTimeout(() => {
      this.#waiters.delete(waiter);
      request.refused();
    }, request.waitMs);
    const waiter: Waiter = { ...request, timer };
    this.#waiters.add(waiter);
  }

  /** The owner keeps the lock while its transaction is open: its other statements need not wait for it. */
  admitOwner(): void {
    for (const waiter of this.#waiters) if (waiter.owner === this.#owner) this.#grant(waiter);
  }

  /** Hands the lock to the next in line. Ignored from anyone but the owner. */
  release(owner: object): void {
    if (this.#owner !== owner) return;
    const [next] = this.#waiters;
    this.#owner = next?.owner ?? null;
    if (next !== undefined) this.#grant(next);
  }

  /** A connection closes: its waiters are refused, and what it holds goes on to the next in line. */
  abandon(owner: object): void {
    for (const waiter of this.#waiters) {
      if (waiter.owner !== owner) continue;
      this.#dismiss(waiter);
      waiter.refused();
    }
    this.release(owner);
  }

  #grant(waiter: Waiter): void {
    this.#dismiss(waiter);
    // not in this tick: a long queue of short writes must not starve timers and sockets
    setImmediate(waiter.granted);
  }

  #dismiss(waiter: Waiter): void {
    clearTimeout(waiter.timer);
    this.#waiters.delete(waiter);
  }
}
