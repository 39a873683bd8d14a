import assert from 'node:assert/strict';
import type { Sequelize } from 'sequelize';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { useDatabase } from '../../server/platform/db/database.ts';
import { migrate } from '../../server/platform/db/migrate.ts';
import { execute } from '../../server/platform/db/sql.ts';
import { recountFeedback } from '../../server/services/feedback/recount.ts';
import { runCommand } from '../support/dist.ts';
import { freshDatabaseUrl } from '../support/engine.ts';
import { databaseConfig, silent } from '../support/scratch-database.ts';
import { fillWorld } from './recount-world.ts';

describe('npm run recount', function () {
  this.timeout(60_000); // each call is a process of its own
  let url: string;
  let sequelize: Sequelize;

  before(async () => {
    url = await freshDatabaseUrl();
    sequelize = openDatabase(databaseConfig(url), silent);
    useDatabase(sequelize);
    await migrate(sequelize, silent);
    await fillWorld();
    await recountFeedback({ repair: true });
  });

  after(() => sequelize.close());

  const here = (...args: string[]) => runCommand('recount', args, { DATABASE_URL: url });

  it('tells with --check what is off, one line each, and ends with 1; without, it repairs that', async () => {
    await execute("UPDATE feedback_counts SET total = 40 WHERE project_id = 11 AND name = 'favorites'");
    const line = 'feedback_counts.total project_id=11 name=favorites: 40, by its rows 3';
    const check = await here('--check');
    assert.deepEqual([check.code, check.stdout.split('\n')[0]], [1, line]);
    assert.match(check.stdout, /^Recounted: 1 of \d+ counters do not equal their rows\. Without --check they are repaired\.$/m);
    assert.match(check.stderr, /^posts: 6 compared, 0 off$/m);
    const repair = await here();
    assert.deepEqual([repair.code, repair.stdout.split('\n')[0]], [0, line]);
    assert.match(repair.stdout, /^Recounted: 1 counters repaired, the others of \d+ equal their rows\.$/m);
    const clean = await here('--check');
    assert.equal(clean.code, 0);
    assert.match(clean.stdout, /^Recounted: all [1-9]\d+ counters equal their rows\.\n$/);
  });
});
