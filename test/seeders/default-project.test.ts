import assert from 'node:assert/strict';
import type { Sequelize } from 'sequelize';
import { down, up } from '../../seeders/20261121000000-default-project.ts';
import { database } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { execute } from '../../server/platform/db/sql.ts';
import { openScratchDatabase, silent } from '../support/scratch-database.ts';
import { startServer } from '../support/server.ts';
import { everything } from './support.ts';

describe('the default project', () => {
  let sequelize: Sequelize;

  beforeEach(async () => {
    sequelize = await openScratchDatabase();
  });
  afterEach(() => sequelize.close());

  const queryInterface = () => sequelize.getQueryInterface();

  it('is made once, and stays when seeds are undone', async () => {
    await migrate(sequelize, silent);
    await up(queryInterface());
    const made = await everything();
    assert.match(String(made['projects']), /"id":11,"name":"Default project"/);
    await up(queryInterface());
    await down();
    assert.deepEqual(await everything(), made);
  });

  it('is left alone where it has another name', async () => {
    await migrate(sequelize, silent);
    await up(queryInterface());
    await execute("UPDATE projects SET name = 'Ours' WHERE id = 11");
    const renamed = await everything();
    await up(queryInterface());
    assert.deepEqual(await everything(), renamed);
  });

  it('asks for the tables where there are none', async () => {
    await assert.rejects(up(queryInterface()), /tables are not there yet.*npm run db:migrate/);
  });
});

describe('the default project of a server', () => {
  it('is the one that the seeder finds', async () => {
    const server = await startServer();
    const before = await everything();
    await up(database().getQueryInterface());
    assert.deepEqual(await everything(), before);
    await server.close();
  });
});
