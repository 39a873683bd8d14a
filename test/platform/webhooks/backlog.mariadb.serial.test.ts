import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../../server/config/types.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { buildDist } from '../../support/programs/dist.ts';
import { endProcesses, type ServerProcess, startProcess, until } from '../../support/programs/process.ts';
import { testEnvironment } from '../../support/server.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addWebhook, PEPPER } from './support.ts';

const WAITING = 100_000;
/** How much longer a start may take than without them, on a busy machine. */
const MAX_DELAY_MS = 2_000;
const MAX_RSS_KB = 220 * 1_024;

describe('a hundred thousand deliveries that wait', () => {
  let receiver: Receiver;

  before(async () => {
    receiver = await startReceiver();
  });
  after(async () => {
    endProcesses();
    await receiver.close();
  });

  it('cost little memory and delay no start', async () => {
    buildDist();
    const env = await testEnvironment({ WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8', OTP_PEPPER: PEPPER, LOG_LEVEL: 'info' });
    const empty = await timedStart(env);
    await empty.process.end('SIGKILL');
    const db = openDatabaseAt(env['DATABASE_URL'] ?? '', { deadlineMs: null });
    const { id } = await addWebhook(db, { url: receiver.url });
    await execute(
      db,
      `INSERT INTO audit_log (project_id, action, actor, subject, details, created_at)
       VALUES (11, 'review.status_changed', 'operator:1', 'review:12', '{}', :now)`,
      { now: new Date() },
    );
    const [row] = await selectRows<{ id: number }>(db, 'SELECT MAX(id) AS id FROM audit_log');
    await execute(
      db,
      `INSERT INTO webhook_deliveries (webhook_id, event_id, source, source_id, type, state, queue, due_at, created_at)
       SELECT :id, CONCAT('evt_', seq), 'audit', :source, 'review.status_changed', 'waiting', 1, :now, :now FROM seq_1_to_${WAITING}`,
      { id, source: row?.id ?? 0, now: new Date() },
    );
    const { process: started, startMs } = await timedStart(env);
    const { child, output } = started;
    await until(
      () => receiver.received.length > 1_000,
      () => output().slice(-2_000),
    );
    let mostKb = 0;
    for (let sample = 0; sample < 20; sample += 1) {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      mostKb = Math.max(mostKb, Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]));
      await sleep(200);
    }
    await db.close();
    assert.ok(mostKb <= MAX_RSS_KB, `${mostKb} kB`);
    assert.ok(startMs <= empty.startMs + MAX_DELAY_MS, `${startMs} ms after ${empty.startMs} ms`);
  });

  async function timedStart(env: Environment): Promise<{ process: ServerProcess; startMs: number }> {
    const begun = performance.now();
    const started = await startProcess(env);
    return { process: started, startMs: performance.now() - begun };
  }
});
