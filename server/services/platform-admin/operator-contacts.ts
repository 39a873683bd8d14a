import { Op } from 'sequelize';
import { Operator } from '../../../models/platform-admin/Operator.ts';

export interface OperatorContact {
  readonly id: number;
  readonly email: string;
}

/** Of these operators of the project, those who are active and have an e-mail. */
export async function findOperatorContacts(projectId: number, ids: readonly number[]): Promise<OperatorContact[]> {
  const operators = await Operator.findAll({
    attributes: ['id', 'email'],
    where: { projectId, id: [...ids], isActive: true, email: { [Op.ne]: null } },
  });
  return operators.flatMap(({ id, email }) => (email === null ? [] : [{ id, email }]));
}
