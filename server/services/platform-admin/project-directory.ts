import { Project } from '../../../models/platform-admin/Project.ts';
import type { OtpSettings } from '../../domain/project-settings.ts';
import type { ProjectDirectory } from '../../platform/auth/tenant.ts';
import { TtlCache } from '../../platform/concurrency/ttl-cache.ts';
import type { Database } from '../../platform/db/database.ts';
import { type ProjectRecord, toRecord } from './project-record.ts';

/**
 * Finds projects, including inactive ones, for guards and other services. A change of this process counts at once, that of another process
 * after at most 1 s.
 */
export class StoredProjects implements ProjectDirectory {
  readonly #records: TtlCache<number, ProjectRecord | null>;

  constructor(db: Database, otpDefaults: OtpSettings) {
    this.#records = new TtlCache(async (id) => {
      const project = await db.model(Project).findByPk(id);
      return project === null ? null : toRecord(project, otpDefaults);
    });
  }

  find(id: number): Promise<ProjectRecord | null> {
    return this.#records.get(id);
  }

  /** Call it when the project has changed. */
  forget(id: number): void {
    this.#records.forget(id);
  }
}
