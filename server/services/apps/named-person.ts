import { col, fn, Op, where } from 'sequelize';

/** Whether a column of JSON names the id of a person, in any case: a condition may ignore it. */
export function namesPerson(column: string, userId: string) {
  return where(fn('LOWER', col(column)), { [Op.like]: `%${JSON.stringify(userId)}%` });
}
