import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Keys for one purpose each, all derived from the one pepper: none tells anything of another. */
export interface SecretKeys {
  /** HMAC-SHA256 of a one-time code under the pepper, in hex. */
  digestCode(text: string): string;
  /** HMAC-SHA256 that makes and proves refresh tokens, in base64url. */
  signRefresh(text: string): string;
}

/** The keys of `OTP_PEPPER`, or of the pepper that the data directory keeps and the first start makes (contract §1.2). */
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

/** `wx` makes one process the maker when several start at once. */
function keptPepper(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return readFileSync(file, 'utf8');
}
