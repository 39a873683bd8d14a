import { User, type UserRole } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';

/** The role of a user of the project; null for an unknown user and for an erased one. */
export async function findUserRole(db: Database, projectId: number, id: string): Promise<UserRole | null> {
  const user = await db.model(User).findOne({ attributes: ['role'], where: { projectId, id, deletedAt: null } });
  return user?.role ?? null;
}
