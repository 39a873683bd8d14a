/**
 * A process that writes: `sqlite-writer.ts <file> <name> <rows>`, to tables that it makes if they are missing. Each row and its count are
 * one transaction; its key is printed when it is committed. At the end it closes the database and has nothing more to do.
 */
import { createSqliteTables, openSqliteStore, type SqliteStore } from './sqlite-store.ts';

const [file = '', name = '', rows = '0'] = process.argv.slice(2);

const store = openSqliteStore(file);
await createSqliteTables(store);
for (let n = 0; n < Number(rows); n += 1) {
  const key = `${name}-${n}`;
  await writeRow(store, key);
  process.stdout.write(`${key}\n`);
}
await store.sequelize.close();

async function writeRow({ sequelize, Entry, Counter }: SqliteStore, key: string): Promise<void> {
  await sequelize.transaction(async (transaction) => {
    await Entry.create({ key }, { transaction });
    await Counter.increment('value', { where: { id: 1 }, transaction });
  });
}
