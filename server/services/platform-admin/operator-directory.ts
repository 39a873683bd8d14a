import { Operator } from '../../../models/platform-admin/Operator.ts';
import type { Database } from '../../platform/db/database.ts';
import { usernameKey } from './operators.ts';

/** Finds operators for sign-in, including deactivated ones: the caller decides what they may do. */
export class StoredOperators {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  findByUsername(username: string): Promise<Operator | null> {
    return this.#db.model(Operator).findOne({ where: { usernameKey: usernameKey(username) }, acrossProjects: true });
  }

  find(id: number): Promise<Operator | null> {
    return this.#db.model(Operator).findOne({ where: { id }, acrossProjects: true });
  }

  lock(id: number): Promise<Operator | null> {
    return this.#db.model(Operator).findOne({ where: { id }, acrossProjects: true, lock: true });
  }

  /** Stores the same password at another cost, so no session ends. Does nothing when the password was changed in the meantime. */
  async replaceHash(id: number, oldHash: string, newHash: string): Promise<void> {
    const where = { id, passwordHash: oldHash };
    await this.#db.model(Operator).update({ passwordHash: newHash }, { where, acrossProjects: true });
  }
}
