import { type QueryInterface, QueryTypes, type Transaction } from 'sequelize';
import { dateText } from './date-text.ts';

export type Value = string | number | boolean | Date | null;
export type Row = Readonly<Record<string, Value>>;
export type Replacements = Readonly<Record<string, Value>>;

/** Raw SQL in one transaction, for both engines. Every inserted row gets the project's id. */
export class Store {
  readonly projectId: number;
  readonly #queryInterface: QueryInterface;
  readonly #transaction: Transaction;

  constructor(queryInterface: QueryInterface, { projectId, transaction }: { projectId: number; transaction: Transaction }) {
    this.projectId = projectId;
    this.#queryInterface = queryInterface;
    this.#transaction = transaction;
  }

  /** Returns the id that the database generated. */
  async insert(table: string, row: Row): Promise<number> {
    const { sql, values } = this.#insertion(table, row);
    const [id] = await this.#queryInterface.sequelize.query(sql, {
      type: QueryTypes.INSERT,
      replacements: values,
      transaction: this.#transaction,
    });
    return id;
  }

  /** Runs a statement in which `:projectId` and the other names stand for values. */
  async execute(sql: string, values: Replacements = {}): Promise<void> {
    await this.#queryInterface.sequelize.query(sql, { replacements: this.#replacements(values), transaction: this.#transaction });
  }

  async select<T extends object>(sql: string, values: Replacements = {}): Promise<T[]> {
    const options = { replacements: this.#replacements(values), transaction: this.#transaction };
    return this.#queryInterface.sequelize.query<T>(sql, { ...options, type: QueryTypes.SELECT });
  }

  #insertion(table: string, row: Row): { sql: string; values: Record<string, unknown> } {
    const columns = ['project_id', ...Object.keys(row)];
    const places = [':projectId', ...Object.keys(row).map((column) => `:${column}`)];
    return { sql: `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places.join(', ')})`, values: this.#replacements(row) };
  }

  #replacements(values: Replacements): Record<string, unknown> {
    const prepared = Object.entries(values).map(([name, value]) => [
      name,
      value instanceof Date ? dateText(this.#queryInterface, value) : value,
    ]);
    return { ...Object.fromEntries(prepared), projectId: this.projectId };
  }
}
