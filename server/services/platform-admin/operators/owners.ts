import { Operator, type OperatorRole } from '../../../../models/platform-admin/Operator.ts';
import { Project } from '../../../../models/platform-admin/Project.ts';
import type { Actor } from '../../../platform/context.ts';
import type { Database } from '../../../platform/db/database.ts';
import { conflict, permissionDenied, validationError } from '../../../platform/errors.ts';

/**
 * Locks the active owners, so that two changes at once never leave none, and two first owners are not made at once. Call it in a
 * transaction, before another operator is locked.
 */
export async function lockOwners(db: Database): Promise<Operator[]> {
  const owners = await findOwners(db);
  if (owners.length > 0) return owners;
  // without an owner there is no row to lock but the first project, which every database contains
  await db.model(Project).findOne({ order: [['id', 'ASC']], lock: true });
  return findOwners(db);
}

function findOwners(db: Database): Promise<Operator[]> {
  const where = { isOwner: true, isActive: true };
  return db.model(Operator).findAll({ where, order: [['id', 'ASC']], lock: true, acrossProjects: true });
}

/**
 * `owners` are the locked ones: the token of someone who was an owner until a moment ago proves nothing.
 * @throws ApiError 403 `permission_denied`: otherwise a new password for an owner would be a takeover
 */
export function requireOwner(owners: readonly Operator[], actor: Actor): void {
  if (isOwnerNow(owners, actor)) return;
  throw permissionDenied('Only an owner may change the account of an owner.');
}

/** An owner, or a key of all projects while there is no active owner. @throws ApiError 403 `permission_denied` */
export function requireMakerOfOwners(owners: readonly Operator[], actor: Actor): void {
  if (isOwnerNow(owners, actor)) return;
  const isPlatformKey = actor.kind === 'apiKey' && actor.projectId === null && actor.apps === null;
  if (isPlatformKey && owners.length === 0) return;
  throw permissionDenied('Only an owner may make an owner; an API key of all projects may, while there is no active owner.');
}

function isOwnerNow(owners: readonly Operator[], actor: Actor): boolean {
  return actor.kind === 'system' || (actor.kind === 'operator' && actor.isOwner && owners.some(({ id }) => id === actor.id));
}

/** @throws ApiError 400 `validation_error` */
export function requireAdmin(role: OperatorRole, owner: boolean | undefined): void {
  if (owner === true && role !== 'admin') throw validationError([{ field: 'owner', message: 'owner needs the role admin' }]);
}

/** @throws ApiError 409 `last_owner` when the change of this operator would leave no active owner */
export function requireOtherOwner(owners: readonly Operator[], { id, isOwner, isActive }: Operator): void {
  const isLast = owners.length === 1 && owners[0]?.id === id;
  if (isLast && !(isOwner && isActive))
    throw conflict('last_owner', 'This is the last active owner. Make another operator an owner first.');
}
