import { Operator, type OperatorRole } from '../../../models/platform-admin/Operator.ts';
import { passwordFaults } from '../../platform/crypto/password-rules.ts';
import type { Database } from '../../platform/db/database.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound, validationError } from '../../platform/errors.ts';
import type { PlatformAdmin } from './platform-admin.ts';
import { findProject } from './projects.ts';

export interface NewOperator {
  username: string;
  password: string;
  email?: string | null;
  role: OperatorRole;
}

/** The operator of an id, in its project. */
export interface OperatorKey {
  projectId: number;
  operatorId: number;
}

export type OperatorPatch = Partial<Pick<NewOperator, 'role' | 'password'> & { isActive: boolean }>;

/** The operators of a project, by id. @throws ApiError 404 `project_not_found` */
export async function listOperators(db: Database, projectId: number): Promise<Operator[]> {
  await findProject(db, projectId);
  return db.model(Operator).findAll({ where: { projectId }, order: [['id', 'ASC']] });
}

/** @throws ApiError 404 `project_not_found`, 400 for a password that equals the username, 409 `username_taken` in any project */
export async function createOperator(admin: PlatformAdmin, projectId: number, values: NewOperator, now: Date): Promise<Operator> {
  await findProject(admin.db, projectId);
  requireGoodPassword(values.password, values.username);
  try {
    return await insertOperator(admin, projectId, values, now);
  } catch (error) {
    if (isUniqueViolation(admin.db, error)) throw conflict('username_taken', `The username ${values.username} is taken.`);
    throw error;
  }
}

/**
 * Changes the given fields. A new password, role or activity ends all sessions of the operator.
 * @throws ApiError 404 `project_not_found`, 404 `operator_not_found`, 400 for a password that equals the username
 */
export async function updateOperator(admin: PlatformAdmin, key: OperatorKey, changes: OperatorPatch, now: Date): Promise<Operator> {
  const { password, ...rest } = changes;
  await findProject(admin.db, key.projectId);
  const { username } = await findOperator(admin.db, key);
  if (password !== undefined) requireGoodPassword(password, username);
  // before the transaction: hashing waits for a core, and no row must be locked meanwhile
  const passwordHash = password === undefined ? null : await admin.passwords.hash(password);
  return inTransaction(admin.db, async () => {
    const operator = await findOperator(admin.db, key, { lock: true });
    operator.set(rest);
    if (passwordHash !== null) operator.passwordHash = passwordHash;
    if (operator.changed() !== false) operator.accessChangedAt = await endAccess(admin, operator, now);
    return operator.save();
  });
}

/** Later than the last change, so that sessions opened between the two end too. */
async function endAccess(admin: PlatformAdmin, { id, accessChangedAt }: Operator, now: Date): Promise<Date> {
  const endedAt = await admin.revocations.revoke('operator', [String(id)], now);
  return new Date(Math.max(endedAt.getTime(), accessChangedAt.getTime() + 1));
}

/** Creates the operator of the first start, or of `ADMIN_USERNAME`, unless the name is taken. Resolves to whether it was created. */
export async function ensureOperator(admin: PlatformAdmin, projectId: number, values: NewOperator, now: Date): Promise<boolean> {
  const taken = await admin.db.model(Operator).count({ where: { usernameKey: usernameKey(values.username) }, acrossProjects: true });
  if (taken > 0) return false;
  try {
    await insertOperator(admin, projectId, values, now);
    return true;
  } catch (error) {
    // another process created it at the same time
    if (isUniqueViolation(admin.db, error)) return false;
    throw error;
  }
}

/** The number of operators in all projects; 0 on a first start. */
export function countOperators(db: Database): Promise<number> {
  return db.model(Operator).count({ acrossProjects: true });
}

async function findOperator(db: Database, { projectId, operatorId }: OperatorKey, options: { lock?: boolean } = {}): Promise<Operator> {
  const operator = await db.model(Operator).findOne({ where: { id: operatorId, projectId }, ...options });
  if (operator === null) throw notFound('operator');
  return operator;
}

async function insertOperator(admin: PlatformAdmin, projectId: number, values: NewOperator, now: Date): Promise<Operator> {
  const { password, ...rest } = values;
  const passwordHash = await admin.passwords.hash(password);
  return admin.db
    .model(Operator)
    .create({ ...rest, projectId, usernameKey: usernameKey(values.username), passwordHash, accessChangedAt: now });
}

/** Usernames are ASCII, so folding does not depend on a locale. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

function requireGoodPassword(password: string, username: string): void {
  const faults = passwordFaults(password, [username]);
  if (faults.length > 0) throw validationError(faults.map((fault) => ({ field: 'password', message: `password ${fault}` })));
}
