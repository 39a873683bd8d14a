import { generateSync } from 'otplib';

/** The code of an authenticator app, made with another library than the server's. */
export function codeAt(secret: string, now: Date): string {
  return generateSync({ secret, epoch: Math.floor(now.getTime() / 1_000) });
}
