import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../../../../server/platform/db/database.ts';
import { openScratchDatabase } from '../../../support/databases/scratch-database.ts';
import { selectRows } from '../../../support/databases/sql.ts';
import { pauseProcess } from '../../../support/programs/freeze.ts';

const DEADLINE_MS = 1_000;
const PAUSE_MS = 1_500;

describe('the deadline of a statement', () => {
  let db: Database;

  before(async () => {
    db = await openScratchDatabase({ deadlineMs: DEADLINE_MS });
    // the first statement opens the connection
    await selectRows(db, 'SELECT 1');
  });
  after(() => db.close());

  it('counts an answer that arrived during a pause', async () => {
    const answer = selectRows(db, 'SELECT SLEEP(0.3) AS slept');
    await nextTurn();
    await nextTurn();
    pauseProcess(PAUSE_MS);
    assert.deepEqual(await answer, [{ slept: 0 }]);
  });

  it('ends a statement without an answer', async () => {
    await assert.rejects(selectRows(db, 'SELECT SLEEP(1.5)'), /did not answer within 1000 ms/);
  });
});
