import type { User } from '../../../../models/auth/User.ts';
import type { AuthContext } from '../auth.ts';
import { findDevice, type KnownDevice } from './device-tokens.ts';

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
    projectId,
    values: { phone },
  });
  return { projectId, phone, device };
}
