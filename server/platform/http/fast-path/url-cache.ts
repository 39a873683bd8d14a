import { LRUCache } from 'lru-cache';

/** Longer URLs are rare and are read each time, which bounds the memory of the cache. */
const MAX_LENGTH = 200;
const MAX_KEPT = 500;
/** A URL is kept when it comes again among so many others: those that name a person mostly come once, and would displace the others. */
const MAX_SEEN = 1_000;

/** Returns what `make` made of the URL before, or now. Results are shared and must not be changed. */
export type UrlCache<T> = (url: string, make: () => T) => T;

/** Caches what depends only on a URL, for requests that are answered from memory. `undefined` is made again each time. */
export function createUrlCache<T extends object | undefined>(): UrlCache<T> {
  const cache = new LRUCache<string, NonNullable<T>>({ max: MAX_KEPT });
  const seen = new Set<string>();
  const hasCome = (url: string): boolean => {
    if (seen.has(url)) return true;
    if (seen.size >= MAX_SEEN) seen.clear();
    seen.add(url);
    return false;
  };
  return (url, make) => {
    const known = cache.get(url);
    if (known !== undefined) return known;
    const made = make();
    if (made !== undefined && url.length <= MAX_LENGTH && hasCome(url)) cache.set(url, made);
    return made;
  };
}
