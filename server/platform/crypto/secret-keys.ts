import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createOnce } from '../create-once.ts';
import { StartError, writingTo } from '../start-error.ts';
import { seal, unseal } from './sealed-text.ts';

/** One key for each purpose, derived from the pepper; no key reveals another. */
export interface SecretKeys {
  /** HMAC-SHA256 of a one-time code under the pepper, in hex. */
  digestCode(text: string): string;
  /** HMAC-SHA256 that creates and verifies refresh tokens, in base64url. */
  signRefresh(text: string): string;
  /** HMAC-SHA256 that creates and verifies links to stop mails, its first 128 bits in base64url. */
  signUnsubscribe(text: string): string;
  /** HMAC-SHA256 of a request that its client named with an `Idempotency-Key`, in hex. */
  digestRequest(text: string): string;
  /** Encrypts a secret for its owner, such as `operator:5`. */
  seal(owner: string, secret: string): string;
  /** The secret; null when it was sealed under another pepper or for another owner. */
  unseal(owner: string, sealed: string): string | null;
}

/**
 * The keys of `OTP_PEPPER`, or of the pepper that the first start generates in the data directory.
 * @throws StartError when the pepper file is empty
 */
export function loadSecretKeys(configured: string | null, dataDir: string): SecretKeys {
  const pepper = configured ?? storedPepper(dataDir);
  const codes = derive(pepper, 'one-time codes');
  const refresh = derive(pepper, 'refresh tokens');
  const unsubscribe = derive(pepper, 'unsubscribe links');
  const requests = derive(pepper, 'keyed requests');
  const stored = derive(pepper, 'stored secrets');
  return {
    digestCode: (text) => createHmac('sha256', codes).update(text).digest('hex'),
    signRefresh: (text) => createHmac('sha256', refresh).update(text).digest('base64url'),
    signUnsubscribe: (text) => createHmac('sha256', unsubscribe).update(text).digest().subarray(0, 16).toString('base64url'),
    digestRequest: (text) => createHmac('sha256', requests).update(text).digest('hex'),
    seal: (owner, secret) => seal(stored, owner, secret),
    unseal: (owner, sealed) => unseal(stored, owner, sealed),
  };
}

function derive(pepper: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, 'diwan', purpose, 32));
}

/** An empty pepper is refused: anyone could derive its keys. */
function storedPepper(dataDir: string): string {
  const file = path.join(dataDir, 'otp-pepper');
  writingTo(dataDir, 'DATA_DIR', () => createOnce(file, () => randomBytes(32).toString('base64url')));
  const pepper = readFileSync(file, 'utf8');
  if (pepper.trim() === '')
    throw new StartError(
      `${file} is empty. Restore the pepper; if it is lost, delete the file, which signs everyone out and voids the second factors of operators.`,
    );
  return pepper;
}
