import type { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { recordAudits } from '../../../platform/db/records/audit.ts';
import { incrementDays } from '../../../platform/db/records/daily-counts.ts';
import { type UserEvent, userEntry } from '../audit/user-audit.ts';
import type { AuthContext } from '../auth.ts';
import { endedEntry } from '../sessions/end-sessions.ts';
import { openSession, type SignedIn, type SignInProof } from '../sessions/sessions.ts';
import { type DeviceOwner, forgetDevices, type KnownDevice, rememberDevice } from './device-tokens.ts';
import { claimOf, type PhoneClaim } from './phone-claim.ts';

/** One user has at most this many: each has a budget of wrong passwords and codes. */
const MAX_DEVICES = 5;

/** A sign-in with the token that names the device at the next one. */
export interface SignedInDevice extends SignedIn {
  readonly deviceToken: string;
}

interface SignIn extends SignInProof, Pick<PhoneClaim, 'device'> {
  /** The audit row that the sign-in leaves. */
  readonly audited: Pick<UserEvent, 'action' | 'details'>;
}

/**
 * Opens a session as `openSession` does, remembers its device and leaves an audit row. Call it in a transaction.
 * @throws ApiError as `openSession`
 */
export async function openSessionOfDevice(ctx: AuthContext, user: User, { device, audited, ...proof }: SignIn): Promise<SignedInDevice> {
  const { ended, ...signedIn } = await openSession(ctx, user, proof);
  const known = device?.ownerId === user.id ? device : null;
  const deviceToken = await rememberDevice(ctx, ownerOf(user), known);
  const opened = userEntry({ user, ...audited });
  const entries = ended.length === 0 ? [opened] : [endedEntry(user, { sessions: ended, reason: 'limit' }), opened];
  await recordAudits(ctx.db, ctx, entries);
  await incrementDays(ctx.db, user.projectId, [
    proof.method === 'registration' ? { at: user.createdAt, registrations: 1 } : { at: ctx.now, sign_ins: 1 },
  ]);
  return { ...signedIn, deviceToken };
}

/** Forgets the devices of a user, except one if given: after what ends the sessions, a device may be in other hands. */
export function forgetUserDevices(db: Database, user: Pick<User, 'id' | 'projectId'>, spared: KnownDevice | null = null): Promise<void> {
  return forgetDevices(db, ownerOf(user), spared);
}

/** Forgets the devices of the signed-in user except that of the request. */
export async function forgetOtherDevices(ctx: AuthContext, user: Pick<User, 'id' | 'projectId' | 'phone'>): Promise<void> {
  await forgetUserDevices(ctx.db, user, (await claimOf(ctx, user)).device);
}

function ownerOf({ id, projectId }: Pick<User, 'id' | 'projectId'>): DeviceOwner {
  return { table: 'user_devices', columns: { user_id: id }, projectId, maxDevices: MAX_DEVICES };
}
