import type { Database } from '../../server/platform/db/database.ts';
import { selectRows } from '../support/databases/sql.ts';

/** A running server writes them whatever is seeded. */
const OF_THE_SERVER = ['app_revisions', 'backfills', 'work_leases'];

/** Every row of every table, sorted, without Sequelize's own tables and those of the running server. */
export async function allRows(db: Database): Promise<Record<string, string[]>> {
  const tables = await db.sequelize.getQueryInterface().showAllTables();
  const kept = tables.filter((table) => !table.startsWith('Sequelize') && !OF_THE_SERVER.includes(table)).sort();
  const all: Record<string, string[]> = {};
  // one after the other: there are more tables than connections
  for (const table of kept) all[table] = (await selectRows(db, `SELECT * FROM ${table}`, {})).map((row) => JSON.stringify(row)).sort();
  return all;
}

/** The lines that `work` writes to the console. */
export async function consoleLinesOf(work: () => Promise<void>): Promise<string[]> {
  const original = console.log;
  const lines: string[] = [];
  console.log = (line: string) => lines.push(line);
  try {
    await work();
  } finally {
    console.log = original;
  }
  return lines;
}
