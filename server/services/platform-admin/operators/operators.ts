import { randomBytes } from 'node:crypto';
import { Operator, type OperatorRole } from '../../../../models/platform-admin/Operator.ts';
import type { Project } from '../../../../models/platform-admin/Project.ts';
import type { Act } from '../../../platform/context.ts';
import { requireStrongPassword } from '../../../platform/crypto/password-rules.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { AuditInput } from '../../../platform/db/records/audit.ts';
import { changesOf } from '../../../platform/db/records/changes.ts';
import { isUniqueViolation } from '../../../platform/db/statements/errors.ts';
import { inTransaction } from '../../../platform/db/transactions/transaction.ts';
import { conflict, notFound, validationError } from '../../../platform/errors.ts';
import type { PlatformAdmin } from '../platform-admin.ts';
import { storedSettings } from '../project-record.ts';
import { auditProject, findProject } from '../projects.ts';
import { lockOwners, requireAdmin, requireMakerOfOwners, requireOtherOwner, requireOwner } from './owners.ts';

const RANDOM_BYTES = 32;

export interface NewOperator {
  username: string;
  /** Left out for an invited operator, who sets it by a link. */
  password?: string;
  /** Whether a link is mailed to the address instead of a password. */
  invite?: boolean;
  email?: string | null;
  role: OperatorRole;
  /** An admin of all projects. */
  owner?: boolean;
}

/** No one knows the first password of an invited operator. */
function firstPassword(admin: PlatformAdmin, { invite = false, password, email }: NewOperator): string {
  if (!invite) {
    if (password !== undefined) return password;
    throw validationError([{ field: 'password', message: 'password is required, unless invite is true' }]);
  }
  const faults = [
    ...(password === undefined ? [] : [{ field: 'password', message: 'password must be left out of an invitation' }]),
    ...(email ? [] : [{ field: 'email', message: 'email is required for an invitation' }]),
  ];
  if (faults.length > 0) throw validationError(faults);
  if (admin.operatorLinks === null) throw new Error('Commands invite no operators.');
  admin.operatorLinks.requireMail();
  return randomBytes(RANDOM_BYTES).toString('base64url');
}

/** The first language of the project in which there are mails. */
function languageOf(project: Project): 'en' | 'ar' {
  const languages = storedSettings(project).languages ?? [];
  return languages.find((language): language is 'en' | 'ar' => language === 'en' || language === 'ar') ?? 'en';
}

/** The operator of an id, in its project. */
export interface OperatorKey {
  projectId: number;
  operatorId: number;
}

export type OperatorPatch = Partial<Pick<NewOperator, 'role' | 'password' | 'owner'> & { isActive: boolean }>;

/** The operators of a project, by id. @throws ApiError 404 `project_not_found` */
export async function listOperators(db: Database, projectId: number): Promise<Operator[]> {
  await findProject(db, projectId);
  return db.model(Operator).findAll({ where: { projectId }, order: [['id', 'ASC']] });
}

/**
 * @throws ApiError 404 `project_not_found`, 400 for a password that is easy to guess or an owner who is no admin, or an invitation with a
 *   password or without an e-mail, 403 for an owner that the caller may not make, 409 `username_taken` in any project,
 *   `mail_not_configured`
 */
export async function createOperator(admin: PlatformAdmin, act: Act, projectId: number, values: NewOperator): Promise<Operator> {
  const project = await findProject(admin.db, projectId);
  const password = firstPassword(admin, values);
  await requireGoodPassword(admin, project, { ...values, password });
  requireAdmin(values.role, values.owner);
  const passwordHash = await admin.passwords.hash(password);
  try {
    return await inTransaction(admin.db, async () => {
      if (values.owner === true) requireMakerOfOwners(await lockOwners(admin.db), act.actor);
      const operator = await insertOperator(admin, { projectId, passwordHash, now: act.now }, values);
      const { username, email, role, isOwner } = operator;
      const invited = values.invite === true ? { invited: true } : {};
      const details = { after: { username, email, role, owner: isOwner, ...invited } };
      await auditOperator(admin, act, operator, { action: 'operator.created', details });
      if (values.invite === true)
        await admin.operatorLinks?.send(operator, { kind: 'invite', language: languageOf(project), now: act.now });
      return operator;
    });
  } catch (error) {
    if (isUniqueViolation(admin.db, error)) throw conflict('username_taken', `The username ${values.username} is taken.`);
    throw error;
  }
}

/**
 * Changes the given fields. A new password, role or activity ends all sessions of the operator; a new password also lifts the locks and
 * forgets the known devices.
 * @throws ApiError 404 `project_not_found`, 404 `operator_not_found`, 400 for a password that is easy to guess or an owner who is no
 *   admin, 403 for an owner whom the caller may not change or make, 409 `last_owner`
 */
export async function updateOperator(admin: PlatformAdmin, act: Act, key: OperatorKey, changes: OperatorPatch): Promise<Operator> {
  const { password, owner, ...rest } = changes;
  const project = await findProject(admin.db, key.projectId);
  const { username, email } = await findOperator(admin.db, key);
  if (password !== undefined) await requireGoodPassword(admin, project, { username, email, password });
  // before the transaction: hashing waits for a core, and no row must be locked meanwhile
  const passwordHash = password === undefined ? null : await admin.passwords.hash(password);
  return inTransaction(admin.db, async () => {
    const owners = await lockOwners(admin.db);
    const operator = await findOperator(admin.db, key, { lock: true });
    if (operator.isOwner) requireOwner(owners, act.actor);
    if (owner === true && !operator.isOwner) requireMakerOfOwners(owners, act.actor);
    operator.set({ ...rest, ...(owner === undefined ? {} : { isOwner: owner }), ...(passwordHash === null ? {} : { passwordHash }) });
    requireAdmin(operator.role, operator.isOwner);
    requireOtherOwner(owners, operator);
    if (operator.changed() !== false) {
      const details = changesOf(operator, ['passwordHash']);
      operator.accessChangedAt = await endAccess(admin, operator, act.now);
      if (passwordHash !== null) await admin.operatorLocks.reset(operator);
      // otherwise a link would be good again after the operator is activated
      if (operator.changed('isActive')) await admin.operatorLocks.voidLink(operator);
      await operator.save();
      await auditOperator(admin, act, operator, { action: 'operator.changed', details });
    }
    return operator;
  });
}

/** Later than the last change, so that sessions opened between the two end too. */
export async function endAccess(admin: Pick<PlatformAdmin, 'revocations'>, { id, accessChangedAt }: Operator, now: Date): Promise<Date> {
  const endedAt = await admin.revocations.revoke('operator', [String(id)], now);
  return new Date(Math.max(endedAt.getTime(), accessChangedAt.getTime() + 1));
}

/** Creates the operator of the first start, or of `ADMIN_USERNAME`, unless the name is taken. Resolves to whether it was created. */
export async function ensureOperator(
  admin: PlatformAdmin,
  projectId: number,
  values: NewOperator & { password: string },
  now: Date,
): Promise<boolean> {
  const taken = await admin.db.model(Operator).count({ where: { usernameKey: usernameKey(values.username) }, acrossProjects: true });
  if (taken > 0) return false;
  try {
    const passwordHash = await admin.passwords.hash(values.password);
    await insertOperator(admin, { projectId, passwordHash, now }, values);
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

/** @throws ApiError 404 `operator_not_found` */
export async function findOperator(
  db: Database,
  { projectId, operatorId }: OperatorKey,
  options: { lock?: boolean } = {},
): Promise<Operator> {
  const operator = await db.model(Operator).findOne({ where: { id: operatorId, projectId }, ...options });
  if (operator === null) throw notFound('operator');
  return operator;
}

interface NewRow {
  readonly projectId: number;
  readonly passwordHash: string;
  readonly now: Date;
}

function insertOperator(
  { db }: PlatformAdmin,
  row: NewRow,
  { username, email = null, role, owner = false }: NewOperator,
): Promise<Operator> {
  const { projectId, passwordHash, now: accessChangedAt } = row;
  const values = { username, usernameKey: usernameKey(username), email, role, isOwner: owner };
  return db.model(Operator).create({ ...values, projectId, passwordHash, accessChangedAt });
}

export function auditOperator(
  admin: PlatformAdmin,
  act: Act,
  operator: Operator,
  event: Pick<AuditInput, 'action' | 'details'>,
): Promise<void> {
  const { id, projectId, revision } = operator;
  return auditProject(admin, act, { id: projectId }, { ...event, subject: `operator:${id}`, revision });
}

/** Usernames are ASCII, so folding does not depend on a locale. */
export function usernameKey(username: string): string {
  return username.toLowerCase();
}

async function requireGoodPassword(
  { passwords, appNames }: PlatformAdmin,
  { name }: Project,
  { username, email, password }: Pick<NewOperator, 'username' | 'email'> & { password: string },
): Promise<void> {
  const context = [email, name, ...(await appNames())];
  await requireStrongPassword(passwords.strength, { field: 'password', password, accountNames: [username], context });
}
