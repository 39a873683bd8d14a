import { literal, Op } from 'sequelize';
import { Operator } from '../../../../models/platform-admin/Operator.ts';
import { RecoveryCode } from '../../../../models/platform-admin/RecoveryCode.ts';
import type { Revocations } from '../../../platform/auth/revocations.ts';
import type { Database } from '../../../platform/db/database.ts';
import { afterCommit } from '../../../platform/db/transactions/transaction.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { clearTotp } from './operator-totp.ts';
import { endAccess, usernameKey } from './operators.ts';
import type { SecondFactorGate } from './second-factor-gate.ts';

type OwnChanges = Partial<Pick<Operator, 'email' | 'passwordHash' | 'totpSecret' | 'totpEnabledAt' | 'totpLastStep'>>;

/** Finds operators for sign-in, including deactivated ones, and writes what they change themselves: the caller decides what they may do. */
export class StoredOperators {
  readonly #db: Database;
  readonly #gate: SecondFactorGate;
  readonly #revocations: Revocations;

  constructor({ db, secondFactor, revocations }: Pick<PlatformAdmin, 'db' | 'secondFactor' | 'revocations'>) {
    this.#db = db;
    this.#gate = secondFactor;
    this.#revocations = revocations;
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

  async setPassword(id: number, passwordHash: string, now: Date): Promise<void> {
    const operator = await this.find(id);
    if (operator === null) return;
    const accessChangedAt = await endAccess({ revocations: this.#revocations }, operator, now);
    await operator.update({ passwordHash, accessChangedAt });
  }

  async change(id: number, changes: OwnChanges): Promise<void> {
    await this.#db.model(Operator).update({ ...changes, revision: literal('revision + 1') }, { where: { id }, acrossProjects: true });
    if (changes.totpEnabledAt !== undefined) afterCommit(this.#db, () => this.#gate.forget(id));
  }

  async noteSignIn(id: number, now: Date): Promise<void> {
    await this.#db.model(Operator).update({ lastLoginAt: now }, { where: { id }, acrossProjects: true, silent: true });
  }

  /** Compare-and-set on the last used step. */
  async claimTotpStep(id: number, step: number): Promise<boolean> {
    const where = { id, totpLastStep: { [Op.lt]: step } };
    const [claimed] = await this.#db.model(Operator).update({ totpLastStep: step }, { where, acrossProjects: true, silent: true });
    return claimed > 0;
  }

  async hasRecoveryCode(operatorId: number, digest: string): Promise<boolean> {
    return (await this.#db.model(RecoveryCode).count({ where: { operatorId, digest } })) > 0;
  }

  async claimRecoveryCode(operatorId: number, digest: string): Promise<boolean> {
    return (await this.#db.model(RecoveryCode).destroy({ where: { operatorId, digest } })) > 0;
  }

  async replaceRecoveryCodes(operatorId: number, digests: readonly string[]): Promise<void> {
    await this.#db.model(RecoveryCode).destroy({ where: { operatorId } });
    await this.#db.model(RecoveryCode).bulkCreate(digests.map((digest) => ({ operatorId, digest })));
  }

  removeTotp(id: number): Promise<void> {
    return clearTotp(this.#db, this.#gate, id);
  }
}
