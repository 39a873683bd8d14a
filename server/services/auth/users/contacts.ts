import { Op } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';

export interface UserContact {
  readonly authorId: string;
  readonly email: string;
  readonly language: string;
}

/** The contacts of those of the users who are active, have an e-mail address and want notifications. */
export async function findUserContacts(db: Database, projectId: number, ids: readonly string[]): Promise<UserContact[]> {
  const users = await db.model(User).findAll({
    attributes: ['id', 'email', 'language'],
    where: { projectId, id: [...ids], status: 'active', notifications: true, email: { [Op.ne]: null } },
  });
  return users.flatMap(({ id, email, language }) => (email === null ? [] : [{ authorId: id, email, language }]));
}
