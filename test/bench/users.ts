import { randomUUID } from 'node:crypto';
import { signPhoneToken } from '../../server/platform/auth/access-token.ts';
import { loadSigningKeys } from '../../server/platform/auth/signing-keys.ts';
import { systemClock } from '../../server/platform/clock.ts';

/** The headers that sign in a user. */
export interface UserHeaders extends Record<string, string> {
  readonly Authorization: string;
}

/** Signed-in users of the server with this data directory, which has started once. The tokens are valid for an hour. */
export function createUsers(dataDir: string, count: number): UserHeaders[] {
  const keys = loadSigningKeys(null, dataDir, systemClock);
  return Array.from({ length: count }, (_, index) => {
    const phone = `+96650${String(index).padStart(7, '0')}`;
    const claims = { userId: randomUUID(), phone, projectId: 11, role: 'customer', sessionId: randomUUID(), generation: 1 } as const;
    return { Authorization: `Bearer ${signPhoneToken(keys, claims, { now: systemClock.now(), seconds: 3_600 })}` };
  });
}
