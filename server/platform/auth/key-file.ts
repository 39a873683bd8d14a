import { generateKeyPairSync, type JsonWebKey, randomUUID } from 'node:crypto';
import path from 'node:path';
import { StartError } from '../start-error.ts';

/** A private key of the file, after RFC 7517; only `signsFrom` is our own. */
export type PrivateJwk = JsonWebKey & { readonly kid: string; readonly signsFrom?: number };

/** The file of the keys: the configured one, else one in the data directory. */
export function keysFile(configuredFile: string | null, dataDir: string): string {
  return configuredFile ?? path.join(dataDir, 'jwt-keys.json');
}

/** A new EC P-256 key that has always been in force. */
export function generateKey(): PrivateJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** The file's text. */
export function writeKeySet(keys: readonly PrivateJwk[]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`;
}

/** The private keys in the text of a file. @throws StartError that names the file but quotes none of its text */
export function parseKeySet(text: string, file: string): PrivateJwk[] {
  const keys = parseJwkSet(text, file).map((jwk) => requirePrivateKey(jwk, file));
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new StartError(`${file} has two keys of one kid`);
  return keys;
}

function parseJwkSet(text: string, file: string): unknown[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys)) return parsed.keys;
  } catch {
    // reported below without the text, which holds private keys
  }
  throw new StartError(`${file} is not a JWK Set ({"keys": [...]})`);
}

function requirePrivateKey(jwk: unknown, file: string): PrivateJwk {
  if (!isPrivateJwk(jwk)) throw new StartError(`${file} must hold EC P-256 private keys, each with a kid`);
  const { signsFrom = 0 } = jwk;
  if (!Number.isSafeInteger(signsFrom)) throw new StartError(`${file}: signsFrom must be a time in whole seconds since 1970`);
  return jwk;
}

function isPrivateJwk(jwk: unknown): jwk is PrivateJwk {
  return isObject(jwk) && jwk['kty'] === 'EC' && jwk['crv'] === 'P-256' && typeof jwk['kid'] === 'string' && typeof jwk['d'] === 'string';
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
