import { Project } from '../../../models/platform-admin/Project.ts';
import type { OtpDefaults } from '../../domain/project-settings.ts';
import type { ProjectDirectory } from '../../platform/auth/tenant.ts';
import { TtlCache } from '../../platform/concurrency/ttl-cache.ts';
import type { Database } from '../../platform/db/database.ts';
import { type ProjectRecord, toRecord } from './project-record.ts';

/**
 * Finds projects, including inactive ones, for guards and other services. A change of this process counts at once, that of another process
 * after at most 1 s.
 */
export class StoredProjects implements ProjectDirectory {
  readonly #db: Database;
  readonly #otpDefaults: OtpDefaults;
  readonly #records: TtlCache<number, ProjectRecord | null>;

  constructor(db: Database, otpDefaults: OtpDefaults) {
    this.#db = db;
    this.#otpDefaults = otpDefaults;
    this.#records = new TtlCache((id) => this.#read(id));
  }

  async find(id: number): Promise<ProjectRecord | null> {
    if (this.#db.scopes.open() === null) return this.#records.get(id);
    // a shared read needs a second connection, and transactions that all wait for one block each other
    return this.#records.peek(id) ?? this.#read(id);
  }

  /** Call it when the project has changed. */
  forget(id: number): void {
    this.#records.forget(id);
  }

  async #read(id: number): Promise<ProjectRecord | null> {
    const project = await this.#db.model(Project).findByPk(id);
    return project === null ? null : toRecord(project, this.#otpDefaults);
  }
}
