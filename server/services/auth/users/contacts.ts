import { col, Op } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';
import { provedEmail } from './email-proof.ts';

export interface UserContact {
  readonly authorId: string;
  readonly email: string;
  readonly language: string;
}

const IS_CONTACT = { status: 'active', notifications: true, verifiedEmail: { [Op.ne]: null } } as const;

/** The number of those of the users who have a contact. */
export function countUserContacts(db: Database, projectId: number, ids: readonly string[]): Promise<number> {
  return db.model(User).count({ where: { ...withIds(projectId, ids), ...IS_CONTACT, email: { [Op.eq]: col('verified_email') } } });
}

/** The contacts of those of the users who are active, have proved their e-mail address and want notifications. */
export async function findUserContacts(db: Database, projectId: number, ids: readonly string[]): Promise<UserContact[]> {
  const users = await db.model(User).findAll({
    attributes: ['id', 'email', 'verifiedEmail', 'language'],
    where: { ...withIds(projectId, ids), ...IS_CONTACT },
  });
  return users.flatMap((user) => {
    const email = provedEmail(user);
    return email === null ? [] : [{ authorId: user.id, email, language: user.language }];
  });
}

export interface UserProfile {
  readonly id: string;
  readonly name: string | null;
  readonly language: string;
  readonly createdAt: Date;
}

/** The names of those of the users whose data is not erased. */
export async function findUserProfiles(db: Database, projectId: number, ids: readonly string[]): Promise<UserProfile[]> {
  const users = await db.model(User).findAll({
    attributes: ['id', 'firstName', 'lastName', 'language', 'createdAt'],
    where: { ...withIds(projectId, ids), deletedAt: null },
  });
  return users.map(({ id, firstName, lastName, language, createdAt }) => {
    const name = [firstName, lastName].filter((part) => part !== null && part !== '').join(' ');
    return { id, name: name === '' ? null : name, language, createdAt };
  });
}
