import { Secret, TOTP } from 'otpauth';

/** Time-based codes of RFC 6238 as every authenticator app knows them: SHA-1, six digits, 30 seconds. */
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const;

/** RFC 4226 recommends 160 bits. */
const SECRET_BYTES = 20;

/** The code of one step before and after is accepted too: clocks differ, and people type slowly. */
const WINDOW = 1;

/** A new secret, in Base32. */
export function generateTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUrl(secret: string, account: { readonly issuer: string; readonly label: string }): string {
  return new TOTP({ ...CODES, ...account, secret }).toString();
}

/** The time step of a code that is right at `now`, in steps since 1970; null when it is wrong. */
export function stepOfCode(secret: string, token: string, now: Date): number | null {
  // the library throws on other texts of six characters
  if (!/^[0-9]{6}$/.test(token)) return null;
  const timestamp = now.getTime();
  const distance = TOTP.validate({ ...CODES, secret: Secret.fromBase32(secret), token, timestamp, window: WINDOW });
  return distance === null ? null : TOTP.counter({ period: CODES.period, timestamp }) + distance;
}
