import { Operator, type OperatorRole } from '../../../models/platform-admin/Operator.ts';
import { revokeTokens } from '../../platform/auth/revocations.ts';
import { hashPassword } from '../../platform/crypto/password.ts';
import { passwordFaults } from '../../platform/crypto/password-rules.ts';
import { isUniqueViolation } from '../../platform/db/errors.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import { conflict, notFound, validationError } from '../../platform/errors.ts';
import { findProject } from './projects.ts';

export interface NewOperator {
  username: string;
  password: string;
  email?: string | null;
  role: OperatorRole;
}

export interface OperatorPlace {
  projectId: number;
  operatorId: number;
}

export interface OperatorChanges {
  role?: OperatorRole;
  isActive?: boolean;
  password?: string;
}

/** The operators of a project, by id. @throws ApiError 404 `project_not_found` */
export async function listOperators(projectId: number): Promise<Operator[]> {
  await findProject(projectId);
  return Operator.findAll({ where: { projectId }, order: [['id', 'ASC']] });
}

/** @throws ApiError 404 `project_not_found`, 400 when the password is the username, 409 `username_taken` in any project */
export async function createOperator(projectId: number, values: NewOperator, now: Date): Promise<Operator> {
  await findProject(projectId);
  requireFit(values.password, values.username);
  try {
    return await insertOperator(projectId, values, now);
  } catch (error) {
    if (isUniqueViolation(error)) throw conflict('username_taken', `The username ${values.username} is taken.`);
    throw error;
  }
}

/**
 * Changes what is given. A new password, another role or activity ends what the operator is signed in with.
 * @throws ApiError 404 `project_not_found`, 404 `operator_not_found`, 400 when the password is the username
 */
export async function updateOperator(place: OperatorPlace, changes: OperatorChanges, now: Date): Promise<Operator> {
  const { password, ...rest } = changes;
  await findProject(place.projectId);
  const { username } = await findOperator(place);
  if (password !== undefined) requireFit(password, username);
  // made ahead: hashing waits for a core, and a row must not be locked meanwhile
  const passwordHash = password === undefined ? null : await hashPassword(password);
  return inTransaction(async () => {
    const operator = await findOperator(place, { lock: true });
    operator.set(rest);
    if (passwordHash !== null) operator.passwordHash = passwordHash;
    if (operator.changed() !== false) operator.accessChangedAt = await endAccess(operator, now);
    return operator.save();
  });
}

/** Later than the last time, so that what was signed in between, however shortly, is over too. */
async function endAccess({ id, accessChangedAt }: Operator, now: Date): Promise<Date> {
  const endedAt = await revokeTokens('operator', [String(id)], now);
  return new Date(Math.max(endedAt.getTime(), accessChangedAt.getTime() + 1));
}

/** Makes the operator of the first start, or of `ADMIN_USERNAME`; one of that name is left as it is. Answers whether it was made. */
export async function ensureOperator(projectId: number, values: NewOperator, now: Date): Promise<boolean> {
  const taken = await Operator.count({ where: { usernameKey: usernameKey(values.username) }, acrossProjects: true });
  if (taken > 0) return false;
  try {
    await insertOperator(projectId, values, now);
    return true;
  } catch (error) {
    // another process of this server was faster
    if (isUniqueViolation(error)) return false;
    throw error;
  }
}

/** How many operators there are in all projects; 0 on a first start. */
export function countOperators(): Promise<number> {
  return Operator.count({ acrossProjects: true });
}

async function findOperator({ projectId, operatorId }: OperatorPlace, options: { lock?: boolean } = {}): Promise<Operator> {
  const operator = await Operator.findOne({ where: { id: operatorId, projectId }, ...options });
  if (operator === null) throw notFound('operator');
  return operator;
}

async function insertOperator(projectId: number, values: NewOperator, now: Date): Promise<Operator> {
  const { password, ...rest } = values;
  const passwordHash = await hashPassword(password);
  return Operator.create({ ...rest, projectId, usernameKey: usernameKey(values.username), passwordHash, accessChangedAt: now });
}

/** Usernames are ASCII, so this folding is the same everywhere. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

function requireFit(password: string, username: string): void {
  const faults = passwordFaults(password, [username]);
  if (faults.length > 0) throw validationError(faults.map((fault) => ({ field: 'password', message: `password ${fault}` })));
}
