import { DataTypes, type IndexesOptions, type ModelAttributeColumnOptions, type ModelAttributes, type QueryInterface } from 'sequelize';

// Frozen with the migrations that use it: what stands here has run on somebody's database and must go on to mean the same.
// MySQL commits each of these statements on its own. A migration that was killed half-way is run again from its start, so each
// step first looks whether it was done.

/** Makes the table unless it is there. Text compares by the rules of people unless a column is of `asciiKey` or `textKey`. */
export async function createTable(queryInterface: QueryInterface, name: string, columns: ModelAttributes): Promise<void> {
  await queryInterface.createTable(name, columns, { engine: 'InnoDB', charset: 'utf8mb4', collate: 'utf8mb4_unicode_520_ci' });
}

/** Makes the index unless one of this name is there. `columns` are names, or `{ name, order }`. */
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

/** Adds the columns that are not there yet. On SQLite a column that must have a value needs a default. */
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

/** The primary key: numbers that the database gives out. `big` where two thousand million rows may not be enough. */
export function id(size: 'normal' | 'big' = 'normal'): ModelAttributeColumnOptions {
  // SQLite calls either INTEGER PRIMARY KEY, which is its row id
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

/** Any text up to 64 KiB, compared byte by byte; for no key. */
export function binaryText(queryInterface: QueryInterface): string {
  return isMySql(queryInterface) ? 'TEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : 'TEXT';
}

/** Any text up to 16 MiB, compared byte by byte; for no key. */
export function longText(queryInterface: QueryInterface): string {
  return isMySql(queryInterface) ? 'MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin' : 'TEXT';
}

/** A moment in UTC, to the millisecond. */
export function timestamp(queryInterface: QueryInterface): string {
  return isMySql(queryInterface) ? 'DATETIME(3)' : 'DATETIME';
}

function isMySql(queryInterface: QueryInterface): boolean {
  return queryInterface.sequelize.getDialect() === 'mysql';
}
