import { DataTypes, type Model, type ModelStatic, Sequelize, Transaction } from 'sequelize';

import { createSqliteDialect, sqliteDialectModule } from '../../../server/platform/db/sqlite/driver.ts';

/** Three tables that try what the driver has to carry: a unique key, a counter, and a child row with a value of each type. */
export interface SqliteStore {
  readonly sequelize: Sequelize;
  readonly Entry: ModelStatic<Model>;
  readonly Counter: ModelStatic<Model>;
  readonly Note: ModelStatic<Model>;
}

/** Opens the file; `lockWaitMs` other than the server's makes a test of the wait short. */
export function openSqliteStore(storage: string, lockWaitMs?: number): SqliteStore {
  const sequelize = new Sequelize({
    dialect: 'sqlite',
    storage,
    dialectModule: lockWaitMs === undefined ? sqliteDialectModule : createSqliteDialect({ lockWaitMs }),
    transactionType: Transaction.TYPES.IMMEDIATE,
    logging: false,
    retry: { max: 1 },
    define: { timestamps: false },
  });
  const id = { type: DataTypes.INTEGER, primaryKey: true, autoIncrement: true };
  const Entry = sequelize.define('entry', { id, key: { type: DataTypes.STRING, allowNull: false, unique: true } });
  const Counter = sequelize.define('counter', { id, value: { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 } });
  const Note = sequelize.define('note', {
    id,
    entryId: { type: DataTypes.INTEGER, references: { model: 'entries', key: 'id' }, onDelete: 'RESTRICT' },
    text: DataTypes.STRING,
    flag: DataTypes.BOOLEAN,
    at: DataTypes.DATE(3),
    data: DataTypes.JSON,
    bytes: DataTypes.BLOB,
  });
  return { sequelize, Entry, Counter, Note };
}

/** Makes the tables and the counter with the id 1 where they are missing; several processes may do so at once. */
export async function createSqliteTables(store: SqliteStore): Promise<void> {
  await store.sequelize.sync();
  await store.Counter.findOrCreate({ where: { id: 1 } });
}

export async function counterValue(store: SqliteStore): Promise<unknown> {
  return (await store.Counter.findByPk(1, { rejectOnEmpty: true })).get('value');
}
