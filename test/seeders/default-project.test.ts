import assert from 'node:assert/strict';
import { down, up } from '../../seeders/20261121000000-default-project.ts';
import type { Database } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrations/migrate.ts';
import { openScratchDatabase, silent } from '../support/databases/scratch-database.ts';
import { execute } from '../support/databases/sql.ts';
import { startServer } from '../support/server.ts';
import { allRows } from './support.ts';

describe('the default project', () => {
  let db: Database;

  beforeEach(async () => {
    db = await openScratchDatabase();
  });
  afterEach(() => db.close());

  const queryInterface = () => db.sequelize.getQueryInterface();

  it('is created once and survives undoing the seeds', async () => {
    await migrate(db, silent);
    await up(queryInterface());
    const made = await allRows(db);
    assert.match(String(made['projects']), /"id":11,"name":"Default project"/);
    await up(queryInterface());
    await down();
    assert.deepEqual(await allRows(db), made);
  });

  it('is not changed where it has another name', async () => {
    await migrate(db, silent);
    await up(queryInterface());
    await execute(db, "UPDATE projects SET name = 'Ours' WHERE id = 11");
    const renamed = await allRows(db);
    await up(queryInterface());
    assert.deepEqual(await allRows(db), renamed);
  });

  it('asks for the migrations where no tables exist', async () => {
    await assert.rejects(up(queryInterface()), /tables are not there yet.*npm run db:migrate/);
  });
});

describe('the default project of a server', () => {
  it('is the project that the seeder finds', async () => {
    const server = await startServer();
    const before = await allRows(server.db);
    await up(server.db.sequelize.getQueryInterface());
    assert.deepEqual(await allRows(server.db), before);
    await server.close();
  });
});
