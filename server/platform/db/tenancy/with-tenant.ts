import type { Database } from '../database.ts';

/** The tenants whose rows a raw statement reaches. A statement that gets the database instead reaches no table of tenants. */
export interface Tenants {
  readonly db: Database;
  /** null: all. */
  readonly projectId: number | null;
}

/** For a statement on the rows of one project, which it compares with `:projectId`: that value is bound here. */
export function withTenant(db: Database, projectId: number): Tenants {
  return { db, projectId };
}

/** For a statement on a queue, a cleanup or an audit, which is meant to reach the rows of all projects. */
export function acrossProjects(db: Database): Tenants {
  return { db, projectId: null };
}
