import type { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { AuthContext } from '../auth.ts';
import { openSession, type SignedIn, type SignInProof } from '../sessions/sessions.ts';
import { type DeviceOwner, forgetDevices, type KnownDevice, rememberDevice } from './device-tokens.ts';
import { claimOf, type PhoneClaim } from './phone-claim.ts';

/** One user has at most this many: each has a budget of wrong passwords and codes. */
const MAX_DEVICES = 5;

/** A sign-in with the token that names the device at the next one. */
export interface SignedInDevice extends SignedIn {
  readonly deviceToken: string;
}

/** Opens a session as `openSession` does, and remembers its device. Call it in a transaction. @throws ApiError as `openSession` */
export async function openSessionOfDevice(
  ctx: AuthContext,
  user: User,
  proof: SignInProof & Pick<PhoneClaim, 'device'>,
): Promise<SignedInDevice> {
  const { device, ...how } = proof;
  const signedIn = await openSession(ctx, user, how);
  const known = device?.ownerId === user.id ? device : null;
  return { ...signedIn, deviceToken: await rememberDevice(ctx, ownerOf(user), known) };
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
  return { table: 'user_devices', columns: { user_id: id, project_id: projectId }, maxDevices: MAX_DEVICES };
}
