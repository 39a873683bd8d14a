import type { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { AuthContext } from '../auth.ts';
import { openSession, type SignedIn, type SignInProof } from '../sessions/sessions.ts';
import { type DeviceOwner, findDevice, forgetDevices, type KnownDevice, rememberDevice } from './device-tokens.ts';

/** One user has at most this many: each has a budget of wrong passwords and codes. */
const MAX_DEVICES = 5;

/** A phone of a project, as a request claims it. */
export interface PhoneClaim {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  /** The device that sent the request, if the user of the phone has signed in from it. Its budgets are its own. */
  readonly device: KnownDevice | null;
}

/** The claim with the known device of the request. */
export async function claimOf(ctx: AuthContext, { projectId, phone }: Pick<User, 'projectId' | 'phone'>): Promise<PhoneClaim> {
  const device = await findDevice(ctx, {
    ownerId: 'users.id',
    from: 'user_devices JOIN users ON users.id = user_devices.user_id AND users.project_id = user_devices.project_id',
    condition: 'user_devices.project_id = :projectId AND phone_key = :phone',
    values: { projectId, phone },
  });
  return { projectId, phone, device };
}

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
