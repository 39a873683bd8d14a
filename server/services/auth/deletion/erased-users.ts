import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';

const AT_ONCE = 1_000;

/** Those of some users of any project whose data is erased. */
export async function erasedUsers(db: Database, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const found = new Set<string>();
  for (let first = 0; first < ids.length; first += AT_ONCE) {
    const where = { id: ids.slice(first, first + AT_ONCE), status: 'deleted' } as const;
    const users = await db.model(User).findAll({ where, attributes: ['id'], acrossProjects: true });
    for (const { id } of users) found.add(id);
  }
  return found;
}
