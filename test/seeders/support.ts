import { database } from '../../server/platform/db/database.ts';
import { selectRows } from '../../server/platform/db/sql.ts';

/** Every row of every table but the bookkeeping, in no order of its own. */
export async function everything(): Promise<Record<string, string[]>> {
  const tables = await database().getQueryInterface().showAllTables();
  const kept = tables.filter((table) => !table.startsWith('Sequelize')).sort();
  const all = await Promise.all(kept.map((table) => selectRows(`SELECT * FROM ${table}`)));
  return Object.fromEntries(kept.map((table, index) => [table, (all[index] ?? []).map((row) => JSON.stringify(row)).sort()]));
}

/** What `work` says on the console, line by line. */
export async function saidBy(work: () => Promise<void>): Promise<string[]> {
  const original = console.log;
  const said: string[] = [];
  console.log = (line: string) => said.push(line);
  try {
    await work();
  } finally {
    console.log = original;
  }
  return said;
}
