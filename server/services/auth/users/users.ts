// Raw SQL: logins and profiles read their user at half the CPU time of a model's query, and `languageOf` takes the same time without a
// user.
import type { InferAttributes } from 'sequelize';
import { User } from '../../../../models/auth/User.ts';
import type { Database } from '../../../platform/db/database.ts';
import { asDate, execute, type Replacements, selectRows } from '../../../platform/db/statements/sql.ts';
import { findInProject } from '../../../platform/db/tenancy/models.ts';
import { type Tenants, withTenant } from '../../../platform/db/tenancy/with-tenant.ts';
import { ApiError, notFound } from '../../../platform/errors.ts';

/** The user with the phone (E.164) in the project, or null. A deleted user no longer has a phone. */
export function findByPhone(db: Database, projectId: number, phone: string): Promise<User | null> {
  return readUser(withTenant(db, projectId), 'phone_key = :phone', { phone });
}

/** The user with the id in the project, even a deleted one, or null. */
export function findById(db: Database, projectId: number, id: string): Promise<User | null> {
  return readUser(withTenant(db, projectId), 'id = :id', { id });
}

async function readUser(tenant: Tenants, condition: string, values: Replacements): Promise<User | null> {
  const sql = `SELECT ${COLUMNS} FROM users WHERE project_id = :projectId AND ${condition}`;
  const [row] = await selectRows<InferAttributes<User>>(tenant, sql, values);
  if (row === undefined) return null;
  const { notifications, phoneVerified, createdAt, updatedAt, deletionDueAt, deletedAt, exportedAt, lastLoginAt } = row;
  const flags = { notifications: Boolean(notifications), phoneVerified: Boolean(phoneVerified) };
  const times = {
    createdAt: asDate(createdAt),
    updatedAt: asDate(updatedAt),
    deletionDueAt: maybeDate(deletionDueAt),
    deletedAt: maybeDate(deletedAt),
    exportedAt: maybeDate(exportedAt),
    lastLoginAt: maybeDate(lastLoginAt),
  };
  return tenant.db.model(User).build({ ...row, ...flags, ...times }, { isNewRecord: false, raw: true });
}

function maybeDate(value: Date | string | null): Date | null {
  return value === null ? null : asDate(value);
}

const COLUMNS = `id, project_id AS projectId, phone, phone_key AS phoneKey, email, email_key AS emailKey,
  verified_email AS verifiedEmail, new_phone AS newPhone, role, status,
  first_name AS firstName, last_name AS lastName, search_key AS searchKey, search_key2 AS searchKey2, search_key3 AS searchKey3,
  search_key4 AS searchKey4, search_key_end AS searchKeyEnd, phone_tail AS phoneTail, avatar, language, notifications,
  phone_verified AS phoneVerified, password_hash AS passwordHash, deletion_due_at AS deletionDueAt,
  deleted_at AS deletedAt, exported_at AS exportedAt, last_login_at AS lastLoginAt, revision, created_at AS createdAt, updated_at AS updatedAt`;

/**
 * The language of the user with the phone, or null. It reads one small column without a model, so that its time does not reveal whether
 * a user exists.
 */
export async function languageOf(db: Database, projectId: number, phone: string): Promise<string | null> {
  const [user] = await selectRows<{ language: string }>(
    withTenant(db, projectId),
    'SELECT language FROM users WHERE project_id = :projectId AND phone_key = :phone',
    { phone },
  );
  return user?.language ?? null;
}

/** The user, even a deleted one. @throws ApiError 404 `user_not_found` */
export function findUser(db: Database, projectId: number, id: string): Promise<User> {
  return findInProject(db.model(User), projectId, id, 'user');
}

/** Reads the user and locks the row until the transaction ends. @throws ApiError 404 `user_not_found` */
export async function lockUser(db: Database, { id, projectId }: Pick<User, 'id' | 'projectId'>): Promise<User> {
  const user = await db.model(User).findOne({ where: { id, projectId }, lock: true });
  if (user === null) throw notFound('user');
  return user;
}

/** Call it in the transaction that opens the session and has the row locked. The row otherwise counts as unchanged. */
export async function noteLogin(db: Database, { id, projectId }: Pick<User, 'id' | 'projectId'>, now: Date): Promise<void> {
  const sql = 'UPDATE users SET last_login_at = :now WHERE id = :id AND project_id = :projectId';
  await execute(withTenant(db, projectId), sql, { id, now });
}

/** @throws ApiError 403 `account_suspended`, 403 `deletion_pending`, 403 `account_inactive` */
export function requireActive(user: Pick<User, 'status' | 'deletionDueAt'>): void {
  const refusal = refusalOf(user);
  if (refusal !== null) throw refusal;
}

/** The error of a sign-in when the user is not active. */
export function refusalOf({ status, deletionDueAt }: Pick<User, 'status' | 'deletionDueAt'>): ApiError | null {
  if (status === 'active') return null;
  if (status === 'suspended') return new ApiError(403, 'account_suspended', 'This account is suspended.');
  if (deletionDueAt === null) return new ApiError(403, 'account_inactive', 'This account is not active.');
  const message = `This account will be deleted on ${deletionDueAt.toISOString()}. Restore it to sign in again.`;
  return new ApiError(403, 'deletion_pending', message, { deletesAt: deletionDueAt });
}

/** 404 for a client that proved its phone, which has no user. */
export function userNotRegistered(): ApiError {
  return new ApiError(404, 'user_not_registered', 'This phone number is not registered yet.');
}
