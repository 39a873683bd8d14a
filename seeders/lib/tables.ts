import type { QueryInterface } from 'sequelize';

/** @throws Error that names the command to run, when the table does not exist */
export async function requireTable(queryInterface: QueryInterface, table: string): Promise<void> {
  if (!(await queryInterface.tableExists(table)))
    throw new Error('The tables are not there yet. Start the server once, or run: npm run db:migrate');
}

/** All tables with the column, including those of later migrations. */
export async function tablesWith(queryInterface: QueryInterface, column: string): Promise<string[]> {
  const tables = await queryInterface.showAllTables();
  const columns = await Promise.all(tables.map((table) => queryInterface.describeTable(table)));
  return tables.filter((_, index) => column in (columns[index] ?? {}));
}
