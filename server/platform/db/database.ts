import type { Sequelize } from 'sequelize';

let current: Sequelize | null = null;

/** Makes this the database of the process; models are bound to the same one. */
export function useDatabase(sequelize: Sequelize): void {
  current = sequelize;
}

/** The database of the process. Throws before `useDatabase`. */
export function database(): Sequelize {
  if (current === null) throw new Error('No database is open: call useDatabase first.');
  return current;
}
