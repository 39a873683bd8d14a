/** MurmurHash3 x86_32 over the UTF-8 bytes of a text, as Unleash, Flagsmith and others bucket by it. */
export function murmur3(text: string, seed = 0): number {
  // one character for each byte: a Buffer for each hash would cost more than the hash
  const bytes = isAscii(text) ? text : Buffer.from(text).toString('latin1');
  const { length } = bytes;
  const whole = length - (length % 4);
  let hash = seed;
  for (let at = 0; at < whole; at += 4) {
    hash ^= scramble(wordAt(bytes, at));
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  let rest = 0;
  for (let at = length - 1; at >= whole; at -= 1) rest = (rest << 8) | bytes.charCodeAt(at);
  hash ^= scramble(rest) ^ length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 127) return false;
  return true;
}

function wordAt(bytes: string, at: number): number {
  return bytes.charCodeAt(at) | (bytes.charCodeAt(at + 1) << 8) | (bytes.charCodeAt(at + 2) << 16) | (bytes.charCodeAt(at + 3) << 24);
}

function scramble(word: number): number {
  const mixed = Math.imul(word, 0xcc9e2d51);
  return Math.imul((mixed << 15) | (mixed >>> 17), 0x1b873593);
}

const VARIANT_SEED = 86_028_157;

/** The percent that a value falls into, 1 to 100: a rollout of this percent or more includes it. */
export function percentOf(salt: string, value: string): number {
  return (murmur3(`${salt}:${value}`) % 100) + 1;
}

/** The place of a value among weights, 1 to their total. Another seed than the rollout's, so that a narrow rollout still gets every variant. */
export function weightOf(salt: string, value: string, total: number): number {
  return (murmur3(`${salt}:${value}`, VARIANT_SEED) % total) + 1;
}
