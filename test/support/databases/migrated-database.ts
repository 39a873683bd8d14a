import { copyFile } from 'node:fs/promises';
import mysql from 'mysql2/promise';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { engineName, freshDatabaseUrl } from '../engine.ts';
import { openDatabaseAt, silent } from './scratch-database.ts';

/** Fills the empty database at `url` with the migrated schema. */
type Copy = (url: string) => Promise<void>;

let template: Promise<Copy> | null = null;

/** The URL of a migrated database without rows. Migrations take 0.3 s of CPU, so they run once in a process and are copied. */
export async function migratedDatabaseUrl(): Promise<string> {
  template ??= createTemplate();
  const [url, copy] = await Promise.all([freshDatabaseUrl(), template]);
  await copy(url);
  return url;
}

async function createTemplate(): Promise<Copy> {
  const url = await freshDatabaseUrl();
  const db = openDatabaseAt(url);
  await migrate(db, silent);
  await db.close();
  if (engineName() === 'mariadb') return scriptOf(url);
  return (target) => copyFile(pathOf(url), pathOf(target));
}

function pathOf(url: string): string {
  return url.slice('sqlite:'.length);
}

/** One script with every table; the names of the migrations are the only rows. */
async function scriptOf(url: string): Promise<Copy> {
  const name = new URL(url).pathname.slice(1);
  const connection = await mysql.createConnection(url);
  const [tables] = await connection.query<mysql.RowDataPacket[]>('SHOW TABLES');
  const statements = ['SET foreign_key_checks = 0'];
  for (const table of tables.map((row) => String(Object.values(row)[0]))) {
    const [[row]] = await connection.query<mysql.RowDataPacket[]>(`SHOW CREATE TABLE \`${table}\``);
    statements.push(String(row?.['Create Table']));
  }
  await connection.end();
  const script = [...statements, `INSERT INTO SequelizeMeta SELECT * FROM \`${name}\`.SequelizeMeta`].join(';\n');
  return async (target) => {
    const own = await mysql.createConnection({ uri: target, multipleStatements: true });
    await own.query(script);
    await own.end();
  };
}
