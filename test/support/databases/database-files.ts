import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { until } from '../programs/process.ts';
import { openDatabaseAt } from './scratch-database.ts';
import { selectRows } from './sql.ts';

/** The files of a whole database server that are not in the folder of one database: the redo log, the undo log, the system tablespace. */
const SHARED = /^(ib|undo|aria_log)/;

/** Paths of the files of a database: that of SQLite with its write-ahead log; those of MariaDB or MySQL with the logs of the server. */
export async function databaseFiles(databaseUrl: string): Promise<string[]> {
  if (databaseUrl.startsWith('sqlite:')) return filesIn(path.dirname(databaseUrl.slice('sqlite:'.length)));
  const folder = await dataFolder(databaseUrl);
  const shared = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => SHARED.test(path.basename(name)));
  return [...filesIn(path.join(folder, path.basename(new URL(databaseUrl).pathname))), ...shared.map((name) => path.join(folder, name))];
}

async function dataFolder(databaseUrl: string): Promise<string> {
  const db = openDatabaseAt(databaseUrl);
  try {
    const [server] = await selectRows<{ folder: string }>(db, 'SELECT @@datadir AS folder');
    return server?.folder ?? '';
  } finally {
    await db.close();
  }
}

/** Paths of the files in a folder and the folders in it. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
}

/** Those of the files that contain the text, in bytes. */
export function filesWith(text: string, files: readonly string[]): string[] {
  return files.filter((file) => readFileSync(file).includes(text));
}

/** Resolves when a text that was stored is in the files: the log of a server without durable commits is written once a second. */
export async function untilInFiles(text: string, files: readonly string[]): Promise<void> {
  await until(() => filesWith(text, files).length > 0);
}
