import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type QueryInterface, QueryTypes, Sequelize } from 'sequelize';
import type { Logger } from '../../observe/logger.ts';
import { createDatabase, type Database } from '../database.ts';
import { withMigrationLock } from './migration-lock.ts';

/** The table of sequelize-cli, so that either tool continues where the other stopped. */
const BOOKKEEPING = 'SequelizeMeta';
/** The folder of the sources or of the build: `dist` has the same structure. */
const MIGRATIONS = join(import.meta.dirname, '../../../../migrations');

/** A migration as sequelize-cli calls it. */
interface Migration {
  up(queryInterface: QueryInterface, sequelize: typeof Sequelize): Promise<void>;
  down?(queryInterface: QueryInterface, sequelize: typeof Sequelize): Promise<void>;
}

interface MigrationFile {
  /** The name in the table: that of the source, also where the build's file runs. */
  readonly name: string;
  readonly path: string;
}

/**
 * Runs the migrations that have not run yet, in the order of their names, and resolves to those names. Safe to call from
 * several processes at once: one runs them, the others wait and find nothing to do. Statements may take as long as they need.
 */
export async function migrate(db: Database, log: Logger, folder = MIGRATIONS): Promise<string[]> {
  return withMigrationLock(db, async () => {
    const patient = createDatabase(db.config, log, { deadlineMs: null });
    try {
      const ran = await (await migrator(patient.sequelize, await migrationFiles(folder))).up();
      for (const { name } of ran) log.info({ migration: name }, 'Migration ran');
      return ran.map(({ name }) => name);
    } finally {
      await patient.close();
    }
  });
}

/** The names of the migrations that have not run yet. Changes nothing, not even in an empty database. */
export async function pendingMigrations(db: Database, folder = MIGRATIONS): Promise<string[]> {
  const [files, done] = await Promise.all([migrationFiles(folder), executedMigrations(db.sequelize)]);
  return files.map(({ name }) => name).filter((name) => !done.has(name));
}

async function executedMigrations(sequelize: Sequelize): Promise<Set<string>> {
  // the database compares the name: with lower_case_table_names=1 the table is called otherwise
  if (!(await sequelize.getQueryInterface().tableExists(BOOKKEEPING))) return new Set();
  const rows = await sequelize.query<{ name: string }>(`SELECT name FROM ${BOOKKEEPING}`, { type: QueryTypes.SELECT });
  return new Set(rows.map(({ name }) => name));
}

async function migrationFiles(folder: string): Promise<MigrationFile[]> {
  const names = (await readdir(folder)).filter((name) => /(?<!\.d)\.[jt]s$/.test(name)).sort();
  return names.map((name) => ({ name: name.replace(/\.js$/, '.ts'), path: join(folder, name) }));
}

async function migrator(sequelize: Sequelize, files: readonly MigrationFile[]) {
  // loading it takes a quarter of a second, and a server whose database is up to date never needs it
  const { SequelizeStorage, Umzug } = await import('umzug');
  const queryInterface = sequelize.getQueryInterface();
  return new Umzug({
    migrations: files.map(({ name, path }) => ({
      name,
      up: async () => (await load(path)).up(queryInterface, Sequelize),
      down: async () => (await load(path)).down?.(queryInterface, Sequelize),
    })),
    storage: new SequelizeStorage({ sequelize, tableName: BOOKKEEPING }),
    logger: undefined,
  });
}

async function load(path: string): Promise<Migration> {
  return import(pathToFileURL(path).href);
}
