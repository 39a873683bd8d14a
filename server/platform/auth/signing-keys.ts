import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, type KeyObject, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
}

export interface SigningKeys {
  /** Signs new tokens. */
  readonly current: SigningKey;
  /** The key of a `kid`, current or previous; undefined is a token we did not sign. */
  find(kid: string): SigningKey | undefined;
  /** Public halves, for `/.well-known/jwks.json`. */
  readonly jwks: { readonly keys: readonly JsonWebKey[] };
}

/**
 * Reads the ES256 signing keys of a JWK Set file, the current one first. Without a configured file they live in the data
 * directory and are made on the first start.
 * @throws Error when a configured file is missing or holds anything but EC P-256 private keys with a `kid`.
 */
export function loadSigningKeys(configuredFile: string | null, dataDir: string): SigningKeys {
  const file = configuredFile ?? path.join(dataDir, 'jwt-keys.json');
  if (configuredFile === null) createOnce(file);
  return readKeys(readFileSync(file, 'utf8'), file);
}

/** `wx` makes one process the maker when several start at once. */
function createOnce(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
  try {
    writeFileSync(file, `${JSON.stringify({ keys: [jwk] }, null, 2)}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}

function readKeys(text: string, file: string): SigningKeys {
  const keys = parseJwkSet(text, file).map((jwk) => toSigningKey(jwk, file));
  const [current] = keys;
  if (current === undefined) throw new Error(`${file} holds no signing key`);
  const byKid = new Map(keys.map((key) => [key.kid, key]));
  return { current, find: (kid) => byKid.get(kid), jwks: { keys: keys.map(toPublicJwk) } };
}

function parseJwkSet(text: string, file: string): JsonWebKey[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys)) return parsed.keys;
  } catch {
    // told below, without the text: it holds private keys
  }
  throw new Error(`${file} is not a JWK Set ({"keys": [...]})`);
}

function toSigningKey(jwk: JsonWebKey, file: string): SigningKey {
  if (jwk.kty !== 'EC' || jwk.crv !== 'P-256' || typeof jwk['kid'] !== 'string' || jwk.d === undefined) {
    throw new Error(`${file} must hold EC P-256 private keys, each with a kid`);
  }
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { kid: jwk['kid'], privateKey, publicKey: createPublicKey(privateKey) };
}

function toPublicJwk(key: SigningKey): JsonWebKey {
  return { ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' };
}
