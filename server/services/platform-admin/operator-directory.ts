import { Operator } from '../../../models/platform-admin/Operator.ts';
import { usernameKey } from './operators.ts';

/**
 * Operators as those see them who sign them in; what an operator may do is in their hands. `find…` answer null for nobody, and find
 * the deactivated too. `replaceHash` keeps the password and so ends nothing that is signed in.
 */
export const operatorDirectory = {
  findByUsername: (username: string): Promise<Operator | null> =>
    Operator.findOne({ where: { usernameKey: usernameKey(username) }, acrossProjects: true }),
  find: (id: number): Promise<Operator | null> => Operator.findOne({ where: { id }, acrossProjects: true }),
  lock: (id: number): Promise<Operator | null> => Operator.findOne({ where: { id }, acrossProjects: true, lock: true }),
  /** Unless the password was changed meanwhile. */
  replaceHash: async (id: number, oldHash: string, newHash: string): Promise<void> => {
    await Operator.update({ passwordHash: newHash }, { where: { id, passwordHash: oldHash }, acrossProjects: true });
  },
};
