import { Op } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';
import { provedEmail } from './email-proof.ts';

export interface UserContact {
  readonly authorId: string;
  readonly email: string;
  readonly language: string;
}

/** The contacts of those of the users who are active, have proved their e-mail address and want notifications. */
export async function findUserContacts(db: Database, projectId: number, ids: readonly string[]): Promise<UserContact[]> {
  const users = await db.model(User).findAll({
    attributes: ['id', 'email', 'verifiedEmail', 'language'],
    where: { ...withIds(projectId, ids), status: 'active', notifications: true, verifiedEmail: { [Op.ne]: null } },
  });
  return users.flatMap((user) => {
    const email = provedEmail(user);
    return email === null ? [] : [{ authorId: user.id, email, language: user.language }];
  });
}
