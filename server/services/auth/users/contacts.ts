import { Op } from 'sequelize';
import { User } from '../../../models/auth/User.ts';

export interface UserContact {
  readonly authorId: string;
  readonly email: string;
  readonly language: string;
}

/** Of these users of the project, those who left an e-mail, are active and want notifications. */
export async function findUserContacts(projectId: number, ids: readonly string[]): Promise<UserContact[]> {
  const users = await User.findAll({
    attributes: ['id', 'email', 'language'],
    where: { projectId, id: [...ids], status: 'active', notifications: true, email: { [Op.ne]: null } },
  });
  return users.flatMap(({ id, email, language }) => (email === null ? [] : [{ authorId: id, email, language }]));
}
