import assert from 'node:assert/strict';
import type { Database } from '../../../server/platform/db/database.ts';
import { migrate } from '../../../server/platform/db/migrations/migrate.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { openDatabaseAt, silent } from '../../support/databases/scratch-database.ts';
import { execute } from '../../support/databases/sql.ts';
import { freshDatabaseUrl } from '../../support/engine.ts';
import { runCommand } from '../../support/programs/dist.ts';
import { insertRows } from './recount-rows.ts';

describe('npm run recount', () => {
  let url: string;
  let db: Database;

  before(async () => {
    url = await freshDatabaseUrl();
    db = openDatabaseAt(url);
    await migrate(db, silent);
    await insertRows(db);
    await recountFeedback(db, { repair: true });
  });

  after(() => db.close());

  const here = (...args: string[]) => runCommand('recount', args, { DATABASE_URL: url });

  it('reports drift with --check and repairs it without', async () => {
    await execute(db, "UPDATE feedback_counts SET total = 40 WHERE project_id = 11 AND name = 'favorites'");
    const line = 'feedback_counts.total project_id=11 name=favorites: 40, by its rows 3';
    const check = await here('--check');
    assert.deepEqual([check.code, check.stdout.split('\n')[0]], [1, line]);
    assert.match(check.stdout, /^Recounted: 1 of \d+ counters do not equal their rows\. Without --check they are repaired\.$/m);
    assert.match(check.stderr, /^posts: 8 compared, 0 off$/m);
    const repair = await here();
    assert.deepEqual([repair.code, repair.stdout.split('\n')[0]], [0, line]);
    assert.match(repair.stdout, /^Recounted: 1 counters repaired, the others of \d+ equal their rows\.$/m);
    const clean = await here('--check');
    assert.equal(clean.code, 0);
    assert.match(clean.stdout, /^Recounted: all [1-9]\d+ counters equal their rows\.\n$/);
  });
});
