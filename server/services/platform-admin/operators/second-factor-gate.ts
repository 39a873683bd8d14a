import { Operator } from '../../../../models/platform-admin/Operator.ts';
import { TtlCache } from '../../../platform/concurrency/ttl-cache.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { StoredProjects } from '../project-directory.ts';

/**
 * Knows which operators must set up a second factor before anything else (project setting `requireTotp`). A change of this process counts
 * at once, that of another process after at most 1 s.
 */
export class SecondFactorGate {
  readonly #projects: StoredProjects;
  readonly #enabled: TtlCache<number, boolean>;

  constructor(db: Database, projects: StoredProjects) {
    this.#projects = projects;
    this.#enabled = new TtlCache(async (id) => {
      const operator = await db.model(Operator).findOne({ attributes: ['totpEnabledAt'], where: { id }, acrossProjects: true });
      return operator !== null && operator.totpEnabledAt !== null;
    });
  }

  /** The project is that of the operator, also when an owner works in another one. */
  async isClosedFor({ id, projectId }: { readonly id: number; readonly projectId: number }): Promise<boolean> {
    const project = await this.#projects.find(projectId);
    if (project?.settings.requireTotp !== true) return false;
    if (await this.#enabled.get(id)) return false;
    // another process may have enabled it since, and the operator must not be refused then
    this.forget(id);
    return !(await this.#enabled.get(id));
  }

  /** Call it when the second factor of the operator has changed. */
  forget(id: number): void {
    this.#enabled.forget(id);
  }
}
