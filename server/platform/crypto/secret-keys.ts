import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createOnce } from '../create-once.ts';

/** Keys for one purpose each, all derived from the one pepper: none tells anything of another. */
export interface SecretKeys {
  /** HMAC-SHA256 of a one-time code under the pepper, in hex. */
  digestCode(text: string): string;
  /** HMAC-SHA256 that makes and proves refresh tokens, in base64url. */
  signRefresh(text: string): string;
}

/**
 * The keys of `OTP_PEPPER`, or of the pepper that the data directory keeps and the first start makes (contract §1.2).
 * @throws Error when the pepper that is kept is empty
 */
export function loadSecretKeys(configured: string | null, dataDir: string): SecretKeys {
  const pepper = configured ?? keptPepper(path.join(dataDir, 'otp-pepper'));
  const codes = derive(pepper, 'one-time codes');
  const refresh = derive(pepper, 'refresh tokens');
  return {
    digestCode: (text) => createHmac('sha256', codes).update(text).digest('hex'),
    signRefresh: (text) => createHmac('sha256', refresh).update(text).digest('base64url'),
  };
}

function derive(pepper: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, 'diwan', purpose, 32));
}

/** Keys of an empty pepper could be made by anybody. */
function keptPepper(file: string): string {
  createOnce(file, () => randomBytes(32).toString('base64url'));
  const pepper = readFileSync(file, 'utf8');
  if (pepper.trim() === '')
    throw new Error(`${file} is empty. Put the pepper back; without it, delete the file, which signs everybody out.`);
  return pepper;
}
