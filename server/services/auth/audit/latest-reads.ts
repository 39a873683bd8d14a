import { LRUCache } from 'lru-cache';

/** The time that one audit row covers, for each reader and project. */
export const AUDITED_READ_MS = 3_600_000;
const MAX_REMEMBERED = 10_000;

/** The latest rows that one process knows, so that most reads cost no statement. */
export class AuditedReads {
  readonly #latest = new LRUCache<string, number>({ max: MAX_REMEMBERED });

  /** Whether the rows of the reader cover this moment already. */
  isCovered(key: string, now: Date): boolean {
    const latest = this.#latest.get(key);
    return latest !== undefined && now.getTime() - latest < AUDITED_READ_MS;
  }

  remember(key: string, at: Date): void {
    this.#latest.set(key, at.getTime());
  }
}
