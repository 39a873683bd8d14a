import { LRUCache } from 'lru-cache';
import type { RawInput } from '../input/validate.ts';

/** Longer addresses are rare and are parsed each time, which bounds the memory of the cache. */
const MAX_LENGTH = 200;

/** Caches parsed input by address, for reads that are answered from memory. Input without a body depends only on the address. */
export function createInputCache(parse: (raw: RawInput) => RawInput): (address: string, raw: () => RawInput) => RawInput {
  const cache = new LRUCache<string, RawInput>({ max: 500 });
  return (address, raw) => {
    const known = cache.get(address);
    if (known !== undefined) return known;
    const parsed = parse(raw());
    if (address.length <= MAX_LENGTH) cache.set(address, parsed);
    return parsed;
  };
}
