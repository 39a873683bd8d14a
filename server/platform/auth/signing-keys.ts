import { createPrivateKey, createPublicKey, type JsonWebKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync, type Stats, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Clock } from '../clock.ts';
import { type FixedDelayWork, runWithFixedDelay } from '../concurrency/fixed-delay.ts';
import { createOnce } from '../create-once.ts';
import type { Logger } from '../observe/logger.ts';
import { StartError, systemCode, writingTo } from '../start-error.ts';
import { generateKey, keysFile, type PrivateJwk, parseKeySet, writeKeySet } from './key-file.ts';

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** Seconds since 1970; 0 has always been in force. */
  readonly signsFrom: number;
}

/** The current keys of the file: read them at each use, because they may change while the process runs. */
export interface SigningKeys {
  /** Signs new tokens: the newest key whose `signsFrom` has passed. */
  readonly current: SigningKey;
  /** The key of a `kid`, past and future keys included; undefined when we did not sign the token. */
  find(kid: string): SigningKey | undefined;
  /** The public keys, for `/.well-known/jwks.json`. */
  readonly jwks: { readonly keys: readonly JsonWebKey[] };
  /** Grows with each change of the file, so that caches of verified tokens can be cleared. */
  readonly revision: number;
}

/** A new key is published this long before it signs, so that every process and every cache of public keys has it. */
export const KEY_LEAD_SECONDS = 60;

const POLL_MS = 1_000;
/** A group is fine: that of a service, or of a mounted secret. */
const READABLE_BY_ALL = 0o007;

/**
 * Reads the ES256 signing keys of a JWK Set file. Without a configured file, the file is in the data directory and is created at the first
 * start.
 * @throws StartError when a configured file is missing or holds anything but EC P-256 private keys with a `kid`, one of which signs now
 */
export function loadSigningKeys(configuredFile: string | null, dataDir: string, clock: Clock): LiveSigningKeys {
  const file = keysFile(configuredFile, dataDir);
  if (configuredFile === null) writingTo(dataDir, 'DATA_DIR', () => createOnce(file, () => writeKeySet([generateKey()])));
  try {
    return new LiveSigningKeys(file, clock);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function unreadable(file: string, error: unknown): unknown {
  const code = systemCode(error);
  if (code === 'ENOENT')
    return new StartError(
      `The keys file ${file} does not exist: create it with npx diwan-server keys:rotate --create --file ${file}`,
      error,
    );
  if (code === 'unknown') return error;
  return new StartError(`The keys file ${file} cannot be read (${code}): let the user that runs the server read it.`, error);
}

interface KeySet {
  /** The newest first; keys of the same age in the order of the file. */
  readonly keys: readonly SigningKey[];
  readonly byKid: ReadonlyMap<string, SigningKey>;
  readonly jwks: SigningKeys['jwks'];
}

/** Reloads the file within 2 s of a change; an invalid change is ignored. */
export class LiveSigningKeys implements SigningKeys {
  readonly #file: string;
  readonly #clock: Clock;
  #set: KeySet;
  /** The version of the file at the last poll. */
  #version: string;
  #polling: FixedDelayWork | null = null;
  revision = 0;

  constructor(file: string, clock: Clock) {
    this.#file = file;
    this.#clock = clock;
    // before the text is read, so that the next poll sees a change in between
    this.#version = versionOf(statSync(file));
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

  /** Starts polling the file. Warns when every user of the machine may read it. */
  follow(log: Logger): void {
    const { mode } = statSync(this.#file);
    if (process.platform !== 'win32' && (mode & READABLE_BY_ALL) !== 0)
      log.warn(`the keys file ${this.#file} can be read by every user of this machine: run chmod 600 ${this.#file}`);
    this.#polling = runWithFixedDelay(() => this.#poll(log), { name: 'signing keys poll', log, delayMs: POLL_MS });
  }

  async stop(): Promise<void> {
    await this.#polling?.stop();
    this.#polling = null;
  }

  /** Never fails: each fault of the file is logged once, and the previous keys remain in use. */
  async #poll(log: Logger): Promise<void> {
    const version = await stat(this.#file).then(versionOf, () => 'missing');
    if (version === this.#version) return;
    this.#version = version;
    try {
      this.#set = this.#read();
      this.revision += 1;
      log.info({ keys: this.#set.keys.length, signing: this.current.kid }, 'signing keys reloaded');
    } catch (error) {
      log.error({ err: error }, 'signing keys file is invalid; keeping the previous keys');
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
  if (signer === undefined) throw new StartError(`${file} holds no key that signs now: add one with npx diwan-server keys:rotate --now`);
  return signer;
}

function toSigningKey(jwk: PrivateJwk, file: string): SigningKey {
  const { kid, signsFrom = 0 } = jwk;
  try {
    const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
    const publicKey = createPublicKey(privateKey);
    if (isPair(privateKey, publicKey)) return { kid, privateKey, publicKey, signsFrom };
  } catch {
    // reported below without the cause, which may quote the key
  }
  throw new StartError(`${file}: the key ${kid} is not an EC P-256 private key`);
}

/** OpenSSL accepts a private key together with the public key of another pair, whose signatures could never be verified. */
function isPair(privateKey: KeyObject, publicKey: KeyObject): boolean {
  const probe = Buffer.from('probe');
  return verify('sha256', probe, publicKey, sign('sha256', probe, privateKey));
}

function toPublicJwk(key: SigningKey): JsonWebKey {
  return { ...key.publicKey.export({ format: 'jwk' }), kid: key.kid, alg: 'ES256', use: 'sig' };
}
