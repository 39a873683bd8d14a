import assert from 'node:assert/strict';

import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseSync } from '@photostructure/sqlite';
import type { Database } from '../../../server/platform/db/database.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { register } from '../../auth/support.ts';
import { executeAcrossProjects, selectAcrossProjects } from '../../feedback/support.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { client } from '../../support/requests/client.ts';
import { call, type Launched, launch, relaunch, untilAnswered } from '../support.ts';
import { environmentWith, livelyPerson, type Person, type World } from './erasure-person.ts';
import { dumpOf, removeAccount, traceOf } from './erasure-support.ts';

/** Long enough for a kill; a process that is not killed goes on then. */
const HOLD_SECONDS = 20;
/** SQLite takes about as long to count to this number. */
const HOLD_COUNT = 200_000_000;
/** The server starts once for each step. */
const STARTS_MS = 600_000;
/** Longer than another write takes. */
const LOOKS = 4;

describe('an erasure whose process is killed', () => {
  let server: Launched;
  let db: Database;
  let providers: FakeProviders;
  let smtp: MailServer;
  let person: Person;
  let output = '';

  before(async () => {
    [providers, smtp] = [await startFakeProviders(), await startMailServer()];
    server = await launch({ ...providers.env, ...environmentWith(smtp), LOG_LEVEL: 'trace' });
    db = openDatabaseAt(server.env['DATABASE_URL'] ?? '');
  });
  after(async () => {
    endProcesses();
    await db.close();
    await providers.close();
    await smtp.close();
  });

  const world = (): World => ({ server: { url: server.url, apiKey: server.apiKey, db, env: server.env }, providers, smtp });
  const deletion = async () => (await selectAcrossProjects<{ step: string }>(db, 'SELECT step FROM account_deletions'))[0];

  it('goes on after kill -9 within each step', async () => {
    person = await livelyPerson(world());
    await removeAccount(world(), person);
    await holdSteps(db);
    await due();
    const killed: string[] = [];
    for (let step = await stepHeld(); step !== null; step = await stepHeld()) {
      await server.end('SIGKILL');
      output += server.output();
      await endTransaction(db);
      assert.equal((await deletion())?.step, step, 'the step was not committed');
      assert.deepEqual(await recountFeedback(db, { repair: false }), [], `after ${step}`);
      killed.push(step);
      await executeAcrossProjects(db, 'INSERT INTO erasure_passed (step) VALUES (:step)', { step });
      await due();
      // a held step may keep the server from being ready
      server = await relaunch(server.env, 'nothing');
    }
    await untilAnswered(server, '/readyz');
    assert.ok(new Set(killed).size >= 14, killed.join(' '));
    assert.deepEqual(killed.slice(0, 3), ['waiting', 'begun', 'votes']);
  }).timeout(STARTS_MS);

  it('leaves nothing in the database, and counters that are right', async () => {
    const dump = await dumpOf(db);
    for (const secret of person.secrets) assert.ok(!dump.includes(secret), secret);
    assert.deepEqual(await traceOf(db, person.user.id), []);
    assert.deepEqual(await recountFeedback(db, { repair: false }), []);
  });

  it('leaves nothing in the log at level trace', async () => {
    await register(server, providers, person.phone);
    assert.equal((await call(server, ['GET', `/auth/admin/users/${person.user.id}`])).status, 200);
    await client(server, { token: person.tokens.accessToken }).get('/blocks').expect(401);
    await server.end('SIGTERM');
    output += server.output();
    assert.match(output, /"msg":"answered"/);
    for (const secret of person.secrets) assert.ok(!output.includes(secret), secret);
  });

  /** Lets a test of the grace and of the lease go on at once. */
  function due(): Promise<number> {
    const past = new Date('2020-01-01T00:00:00.000Z');
    return executeAcrossProjects(db, 'UPDATE account_deletions SET due_at = :past, begun_at = :past', { past });
  }

  /** The step in whose transaction the process is held; null when the erasure is done. */
  async function stepHeld(): Promise<string | null> {
    let held: string | null = null;
    await until(async () => {
      if (await isHeld(db)) held = (await deletion())?.step ?? null;
      return held !== null || (await deletion()) === undefined;
    }, server.output);
    return held;
  }
});

/** The commit of each step that is not in the table waits, so that a kill meets it in its transaction. */
async function holdSteps(db: Database): Promise<void> {
  const run = (sql: string) => db.sequelize.query(sql);
  await run(`CREATE TABLE erasure_passed (step VARCHAR(32)${db.isMySql ? ' CHARACTER SET ascii COLLATE ascii_bin' : ''} NOT NULL)`);
  const isNew = 'OLD.step NOT IN (SELECT step FROM erasure_passed)';
  const count = `WITH RECURSIVE held(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM held WHERE n < ${HOLD_COUNT}) SELECT MAX(n) FROM held`;
  const events = { UPDATE: `NEW.step <> OLD.step AND ${isNew}`, DELETE: isNew };
  for (const [event, condition] of Object.entries(events)) {
    const when = `CREATE TRIGGER erasure_held_${event} AFTER ${event} ON account_deletions FOR EACH ROW`;
    const sleeping = `${when} BEGIN IF ${condition} THEN DO SLEEP(${HOLD_SECONDS}); END IF; END`;
    await run(db.isMySql ? sleeping : `${when} WHEN ${condition} BEGIN ${count}; END`);
  }
}

const HELD = "SELECT id FROM information_schema.processlist WHERE state = 'User sleep'";

/** Whether a transaction is held now. On SQLite that is when no other may write for a while. */
async function isHeld(db: Database): Promise<boolean> {
  if (db.isMySql) return (await selectAcrossProjects(db, HELD)).length > 0;
  for (let look = 0; look < LOOKS; look += 1) {
    if (writable(db)) return false;
    await sleep(100);
  }
  return true;
}

/** Whether the file has no writer; it does not wait. */
function writable({ config }: Database): boolean {
  assert.equal(config.engine, 'sqlite');
  const file = new DatabaseSync(config.path, { timeout: 0 });
  try {
    file.exec('BEGIN IMMEDIATE; ROLLBACK');
    return true;
  } catch {
    return false;
  } finally {
    file.close();
  }
}

/** Ends what the killed process left in the server of the database, which waits for the end of the statement. */
async function endTransaction(db: Database): Promise<void> {
  if (!db.isMySql) return;
  const left = () => selectAcrossProjects<{ id: number }>(db, HELD);
  for (const { id } of await left()) await db.sequelize.query(`KILL ${Number(id)}`).catch(() => null);
  await until(async () => (await left()).length === 0);
}
