import { LRUCache } from 'lru-cache';
import type { RawInput } from './validate.ts';

/** Longer addresses are parsed each time: they are rare, and their number is not ours to bound. */
const MAX_LENGTH = 200;

/**
 * Parsed input by address, for reads that are answered from memory: there the checks would cost more than the answer. Input
 * without a body depends on the address alone.
 */
export function createInputMemory(parse: (raw: RawInput) => RawInput): (address: string, raw: () => RawInput) => RawInput {
  const remembered = new LRUCache<string, RawInput>({ max: 500 });
  return (address, raw) => {
    const known = remembered.get(address);
    if (known !== undefined) return known;
    const parsed = parse(raw());
    if (address.length <= MAX_LENGTH) remembered.set(address, parsed);
    return parsed;
  };
}
