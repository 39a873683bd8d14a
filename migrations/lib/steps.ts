import { DataTypes, type IndexesOptions, type ModelAttributeColumnOptions, type ModelAttributes, type QueryInterface } from 'sequelize';

// Frozen like the migrations that use it: these steps have run on real databases and must keep their meaning.
// MySQL commits each statement separately, and a migration that was killed is run again from its start. So each step first checks
// whether it was done.

/** Creates the table unless it exists. Text compares by language rules unless a column is `asciiKey` or `textKey`. */
export async function createTable(queryInterface: QueryInterface, name: string, columns: ModelAttributes): Promise<void> {
  await queryInterface.createTable(name, columns, { engine: 'InnoDB', charset: 'utf8mb4', collate: 'utf8mb4_unicode_520_ci' });
}

/** Creates the index unless one of this name exists. `columns` are names, or `{ name, order }`. */
export async function addIndexOnce(
  queryInterface: QueryInterface,
  table: string,
  columns: NonNullable<IndexesOptions['fields']>,
  options: { name: string; unique?: boolean },
): Promise<void> {
  const indexes = (await queryInterface.showIndex(table)) as { name: string }[];
  if (indexes.some(({ name }) => name === options.name)) return;
  await queryInterface.addIndex(table, { fields: columns, ...options });
}

/** Adds the missing columns. On SQLite a NOT NULL column needs a default. */
export async function addColumnOnce(
  queryInterface: QueryInterface,
  table: string,
  columns: Record<string, ModelAttributeColumnOptions>,
): Promise<void> {
  const present = await queryInterface.describeTable(table);
  for (const [name, column] of Object.entries(columns)) {
    if (!(name in present)) await queryInterface.addColumn(table, name, column);
  }
}

/** The primary key, which the database generates. `big` where two thousand million rows may not be enough. */
export function id(size: 'normal' | 'big' = 'normal'): ModelAttributeColumnOptions {
  // SQLite maps both to INTEGER PRIMARY KEY, its row id
  const type = size === 'big' ? DataTypes.BIGINT : DataTypes.INTEGER;
  return { type, autoIncrement: true, primaryKey: true, allowNull: false };
}

/** Text in ASCII, compared byte by byte: slugs, phones, hashes, states. */
export function asciiKey(queryInterface: QueryInterface, length: number): string {
  return isMySql(queryInterface) ? `VARCHAR(${length}) CHARACTER SET ascii COLLATE ascii_bin` : `VARCHAR(${length})`;
}

/** Any text, compared byte by byte. */
export function textKey(queryInterface: QueryInterface, length: number): string {
  return isMySql(queryInterface) ? `VARCHAR(${length}) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin` : `VARCHAR(${length})`;
}

/** Any text up to 64 KiB, compared byte by byte; cannot be a key. */
export function binaryText(queryInterface: QueryInterface): string {
  return isMySql(queryInterface) ? 'TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : 'TEXT';
}

/** Any text up to 16 MiB, compared byte by byte; cannot be a key. */
export function longText(queryInterface: QueryInterface): string {
  return isMySql(queryInterface) ? 'MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : 'TEXT';
}

/** A time in UTC with milliseconds. */
export function timestamp(queryInterface: QueryInterface): string {
  return isMySql(queryInterface) ? 'DATETIME(3)' : 'DATETIME';
}

function isMySql(queryInterface: QueryInterface): boolean {
  return queryInterface.sequelize.getDialect() === 'mysql';
}
