// Raw SQL: one statement finds a device by its token and the phone of its user.
import type { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, selectRows } from '../../../platform/db/sql.ts';
import type { AuthContext } from '../auth.ts';
import { openSession, type SignedIn, type SignInProof } from '../sessions/sessions.ts';
import { type DeviceOwner, forgetDevices, hashOfToken, type KnownDevice, rememberDevice } from './device-tokens.ts';

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

/** The claim with the known device of the request. One look-up for a token, whether the phone has a user or not. */
export async function claimOf(ctx: AuthContext, { projectId, phone }: Pick<User, 'projectId' | 'phone'>): Promise<PhoneClaim> {
  return { projectId, phone, device: await findUserDevice(ctx, projectId, phone) };
}

async function findUserDevice({ db, deviceToken, now }: AuthContext, projectId: number, phone: string): Promise<KnownDevice | null> {
  const tokenHash = hashOfToken(deviceToken);
  if (deviceToken === null || tokenHash === null) return null;
  const [row] = await selectRows<{ ownerId: string; lastUsedAt: Date | string | null }>(
    db,
    `SELECT users.id AS ownerId, user_devices.last_used_at AS lastUsedAt
     FROM user_devices JOIN users ON users.id = user_devices.user_id AND users.project_id = user_devices.project_id
     WHERE token_hash = :tokenHash AND user_devices.project_id = :projectId AND phone_key = :phone AND expires_at > :now`,
    { tokenHash, projectId, phone, now },
  );
  if (row === undefined) return null;
  return { token: deviceToken, tokenHash, ownerId: row.ownerId, lastUsedAt: row.lastUsedAt === null ? null : asDate(row.lastUsedAt) };
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
