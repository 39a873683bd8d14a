import { AccountDeletion } from '../../../../models/auth/AccountDeletion.ts';
import { Session } from '../../../../models/auth/Session.ts';
import type { User } from '../../../../models/auth/User.ts';
import { forgetReadsOf } from '../audit/audited-reads.ts';
import type { AuthCall } from '../auth.ts';
import { forgetUserDevices } from '../devices/user-devices.ts';
import { deletePhoneData } from '../otp/delete-phone-data.ts';
import { revokeSessions } from '../sessions/sessions.ts';
import { findByPhone } from '../users/users.ts';

/** The step of an account that waits for the end of its grace. */
export const WAITING = 'waiting';
/** The step after it, which leaves the id, the project and the time. */
export const BEGUN = 'begun';

/**
 * Takes everything personal from the row of a user, frees phone and e-mail, and leaves the rest to the background work, which begins at
 * once. Call it in the transaction that has the row locked.
 */
export async function anonymiseUser(call: AuthCall, user: User): Promise<void> {
  const { service: auth, now } = call;
  const { id: userId, projectId, phone, status, newPhone, verifiedEmail } = user;
  const email = verifiedEmail ?? user.email;
  const found = await auth.db.model(AccountDeletion).findOne({ where: { userId, projectId } });
  const contacts = { email, emailProved: verifiedEmail !== null, phone };
  const values = { ...contacts, step: BEGUN, position: '', lease: null, begunAt: now, dueAt: now };
  if (found === null) await auth.db.model(AccountDeletion).create({ userId, projectId, statusBefore: status, ...values });
  else await found.update(values);
  await revokeSessions(call, user);
  await auth.db.model(Session).destroy({ where: { userId, projectId } });
  await forgetUserDevices(auth.db, user);
  await forgetReadsOf(auth.db, user);
  await deletePhoneData(auth, { projectId, phone });
  // a phone that was not proved may be that of another user, whose locks must remain
  if (newPhone !== null && (await findByPhone(auth.db, projectId, newPhone)) === null)
    await deletePhoneData(auth, { projectId, phone: newPhone });
  await user.update({
    status: 'deleted',
    deletedAt: now,
    deletionDueAt: null,
    exportedAt: null,
    phone: '',
    phoneKey: null,
    newPhone: null,
    phoneVerified: false,
    email: null,
    emailKey: null,
    verifiedEmail: null,
    firstName: null,
    lastName: null,
    searchKey: '',
    searchKey2: '',
    searchKey3: '',
    searchKey4: '',
    searchKeyEnd: '',
    phoneTail: '',
    avatar: null,
    passwordHash: null,
    notifications: false,
    lastLoginAt: null,
  });
}
