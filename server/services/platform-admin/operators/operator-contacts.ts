import { Op } from 'sequelize';
import { Operator } from '../../../../models/platform-admin/Operator.ts';
import type { Database } from '../../../platform/db/database.ts';
import { withIds } from '../../../platform/db/tenancy/models.ts';

export interface OperatorContact {
  readonly id: number;
  readonly email: string;
}

/** The active operators of the project among `ids` that have an e-mail. */
export async function findOperatorContacts(db: Database, projectId: number, ids: readonly number[]): Promise<OperatorContact[]> {
  const operators = await db.model(Operator).findAll({
    attributes: ['id', 'email'],
    where: { ...withIds(projectId, ids), isActive: true, email: { [Op.ne]: null } },
  });
  return operators.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
}

/** Whether the operator belongs to the project, active or not; an owner belongs to every project. */
export async function isOperatorOf(db: Database, projectId: number, id: number): Promise<boolean> {
  const operator = await db.model(Operator).findOne({ attributes: ['projectId', 'isOwner'], where: { id }, acrossProjects: true });
  return operator !== null && (operator.isOwner || operator.projectId === projectId);
}

export interface OperatorProfile {
  readonly id: number;
  readonly username: string;
  readonly createdAt: Date;
}

/** Those of the operators that exist, active or not. An owner of another project writes in this one too. */
export async function findOperatorProfiles(db: Database, projectId: number, ids: readonly number[]): Promise<OperatorProfile[]> {
  const operators = await db.model(Operator).findAll({
    attributes: ['id', 'projectId', 'username', 'isOwner', 'createdAt'],
    where: { id: [...ids] },
    acrossProjects: true,
  });
  return operators.filter((operator) => operator.isOwner || operator.projectId === projectId);
}

/** The active admins of the project that have an e-mail, owners among them. */
export async function findAdminContacts(db: Database, projectId: number): Promise<OperatorContact[]> {
  const operators = await db.model(Operator).findAll({
    attributes: ['id', 'email'],
    where: { role: 'admin', isActive: true, email: { [Op.ne]: null }, [Op.or]: [{ projectId }, { isOwner: true }] },
    order: [['id', 'ASC']],
    acrossProjects: true,
  });
  return operators.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
}
