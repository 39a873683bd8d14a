import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type JsonWebKey,
  type KeyObject,
  randomUUID,
  sign,
  verify,
} from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';
import { createOnce } from '../create-once.ts';
import type { Logger } from '../logger.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Seconds since 1970; 0 is from ever on. */
  readonly signsFrom: number;
}

/** The keys as the file has them now: ask anew each time, for they are replaced while the process runs. */
export interface SigningKeys {
  /** Signs new tokens: the newest whose time has come. */
  readonly current: SigningKey;
  /** The key of a `kid`, whether it signs now, did or will; undefined is a token we did not sign. */
  find(kid: string): SigningKey | undefined;
  /** Public halves of all, for `/.well-known/jwks.json`. */
  readonly jwks: { readonly keys: readonly JsonWebKey[] };
  /** Grows with each change of the file; what was derived from the keys is to be forgotten then. */
  readonly revision: number;
}

/** A private key of the file. `signsFrom` is ours, the rest is of RFC 7517. */
export type PrivateJwk = JsonWebKey & { readonly kid: string; readonly signsFrom?: number };

/** A new key is published for so long before it signs: by then every process and every cache of the public keys has it. */
export const KEY_LEAD_SECONDS = 60;

const POLL_MS = 1_000;

/** Where the keys are: the configured file, else one in the data directory. */
export function keysFile(configuredFile: string | null, dataDir: string): string {
  return configuredFile ?? path.join(dataDir, 'jwt-keys.json');
}

/**
 * Reads the ES256 signing keys of a JWK Set file. Without a configured file they live in the data directory and are made on the first
 * start.
 * @throws Error when a configured file is missing or holds anything but EC P-256 private keys with a `kid`, one of which signs.
 */
export function loadSigningKeys(configuredFile: string | null, dataDir: string, clock: Clock): LiveSigningKeys {
  const file = keysFile(configuredFile, dataDir);
  if (configuredFile === null) createOnce(file, () => writeKeySet([generateKey()]));
  return new LiveSigningKeys(file, clock);
}

export function generateKey(): PrivateJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg: 'ES256', use: 'sig' };
}

/** The file's text. */
export function writeKeySet(keys: readonly PrivateJwk[]): string {
  return `${JSON.stringify({ keys }, null, 2)}\n`;
}

/** The private keys of a file's text. @throws Error that names the file and holds nothing of the text */
export function parseKeySet(text: string, file: string): PrivateJwk[] {
  const keys = parseJwkSet(text, file);
  for (const jwk of keys) requirePrivateKey(jwk, file);
  if (new Set(keys.map(({ kid }) => kid)).size < keys.length) throw new Error(`${file} has two keys of one kid`);
  return keys;
}

function parseJwkSet(text: string, file: string): PrivateJwk[] {
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && 'keys' in parsed && Array.isArray(parsed.keys)) return parsed.keys;
  } catch {
    // told below, without the text: it holds private keys
  }
  throw new Error(`${file} is not a JWK Set ({"keys": [...]})`);
}

function requirePrivateKey(jwk: unknown, file: string): void {
  const { kty, crv, kid, d, signsFrom = 0 } = (typeof jwk === 'object' && jwk !== null ? jwk : {}) as Record<string, unknown>;
  if (kty !== 'EC' || crv !== 'P-256' || typeof kid !== 'string' || typeof d !== 'string') {
    throw new Error(`${file} must hold EC P-256 private keys, each with a kid`);
  }
  if (!Number.isSafeInteger(signsFrom)) throw new Error(`${file}: signsFrom must be a time in whole seconds since 1970`);
}

interface KeySet {
  /** The newest first; of one age, as in the file. */
  readonly keys: readonly SigningKey[];
  readonly byKid: ReadonlyMap<string, SigningKey>;
  readonly jwks: SigningKeys['jwks'];
}

/** Follows the file: a change is in force within 2 s, and one that is broken is not. */
export class LiveSigningKeys implements SigningKeys {
  readonly #file: string;
  readonly #clock: Clock;
  #set: KeySet;
  #seen: string;
  #timer: NodeJS.Timeout | undefined;
  revision = 0;

  constructor(file: string, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
    // before the text is read: a change in between is then seen at the next look
    this.#seen = versionOf(statSync(file));
    this.#set = this.#read();
  }

  get current(): SigningKey {
    return signerOf(this.#set.keys, this.#clock, this.#file);
  }

  get jwks(): SigningKeys['jwks'] {
    return this.#set.jwks;
  }

  find(kid: string): SigningKey | undefined {
    return this.#set.byKid.get(kid);
  }

  follow(log: Logger): void {
    this.#timer = setInterval(() => void this.#look(log), POLL_MS).unref();
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Never fails: each fault of the file is logged once, and the keys from before it stay. */
  async #look(log: Logger): Promise<void> {
    const version = await stat(this.#file).then(versionOf, () => 'missing');
    if (version === this.#seen) return;
    this.#seen = version;
    try {
      this.#set = this.#read();
      this.revision += 1;
      log.info({ keys: this.#set.keys.length, signing: this.current.kid }, 'signing keys read anew');
    } catch (error) {
      log.error({ err: error }, 'the changed file of signing keys cannot be used; the keys from before stay');
    }
  }

  #read(): KeySet {
    const jwks = parseKeySet(readFileSync(this.#file, 'utf8'), this.#file);
    const keys = jwks.map((jwk) => toSigningKey(jwk, this.#file)).sort((a, b) => b.signsFrom - a.signsFrom);
    signerOf(keys, this.#clock, this.#file);
    return { keys, byKid: new Map(keys.map((key) => [key.kid, key])), jwks: { keys: keys.map(toPublicJwk) } };
  }
}

function versionOf({ mtimeMs, ino, size }: Stats): string {
  return `${mtimeMs} ${ino} ${size}`;
}

function signerOf(keys: readonly SigningKey[], clock: Clock, file: string): SigningKey {
  const seconds = clock.now().getTime() / 1_000;
  const signer = keys.find(({ signsFrom }) => signsFrom <= seconds);
  if (signer === undefined) throw new Error(`${file} holds no key that signs now`);
  return signer;
}

function toSigningKey(jwk: PrivateJwk, file: string): SigningKey {
  const { kid, signsFrom = 0 } = jwk;
  try {
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    const publicKey = createPublicKey(privateKey);
    if (isPair(privateKey, publicKey)) return { kid, privateKey, publicKey, signsFrom };
  } catch {
    // told below, without the cause: it may quote the key
  }
  throw new Error(`${file}: the key ${kid} is no EC P-256 private key`);
}

/** OpenSSL takes a private half beside the public half of another key, and then nothing that it signs can be verified. */
function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe');
  return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey));
}

function toPublicJwk(key: SigningKey): JsonWebKey {
  return { ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' };
}
