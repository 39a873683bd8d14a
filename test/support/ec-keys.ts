import { execFileSync } from 'node:child_process';
import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';

/** Each caller gets the next one, and the first again after the last: no test has so many at a time. */
const COUNT = 16;
const GENERATE = `
  const { generateKeyPairSync } = require('node:crypto');
  const key = () => generateKeyPairSync('ec', { namedCurve: process.argv[1] }).privateKey.export({ format: 'jwk' });
  console.log(JSON.stringify(Array.from({ length: ${COUNT} }, key)));`;

const made = new Map<string, JsonWebKey[]>();

/**
 * A private EC key. Another process makes them: in one that makes many, a garbage collection of Node 20 can wait for ever while it frees
 * what a key was made with.
 */
export function ecKey(curve: 'P-256' | 'P-384' = 'P-256'): JsonWebKey {
  const keys =
    made.get(curve) ?? (JSON.parse(execFileSync(process.execPath, ['-e', GENERATE, curve], { encoding: 'utf8' })) as JsonWebKey[]);
  const [next = {}, ...others] = keys;
  made.set(curve, [...others, next]);
  return { ...next };
}

export function ecPrivateKey(): KeyObject {
  return createPrivateKey({ key: ecKey(), format: 'jwk' });
}
