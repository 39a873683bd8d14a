import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../../server/platform/db/database.ts';
import { migratedDatabaseUrl } from '../../support/databases/migrated-database.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { execute } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { addWebhook, deliveriesOf, queueEvents, testSender } from './support.ts';

const SCRIPT = path.join(import.meta.dirname, 'sender-process.ts');
const ROUNDS = 5;
const PROCESSES = 5;
const EVENTS = 20;

describe('the deliveries of killed processes', () => {
  let db: Database;
  let url: string;
  let receiver: Receiver;
  const children = new Set<ChildProcess>();

  before(async () => {
    url = await migratedDatabaseUrl();
    db = openDatabaseAt(url);
    receiver = await startReceiver();
    // slow, so that a kill meets messages whose outcome is not stored yet
    receiver.behave((_request, response) => void setTimeout(() => response.end('ok'), 15));
  });
  after(async () => {
    for (const child of children) child.kill('SIGKILL');
    await receiver.close();
    await db.close();
  });

  async function startChild(): Promise<void> {
    const child = spawn(process.execPath, ['--import', 'tsx', SCRIPT, url], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.add(child);
    await once(child.stdout, 'data');
  }

  async function killAll(): Promise<void> {
    await Promise.all(
      [...children].map(async (child) => {
        const exited = once(child, 'exit');
        child.kill('SIGKILL');
        await exited;
      }),
    );
    children.clear();
    // their leases are over
    await execute(db, 'UPDATE webhook_deliveries SET due_at = :past WHERE queue = 3', { past: new Date(Date.now() - 1_000) });
  }

  it('are lost never and repeated with the same id', async () => {
    const { id } = await addWebhook(db, { url: receiver.url });
    const queued: string[] = [];
    let interrupted = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      await Promise.all(Array.from({ length: PROCESSES }, startChild));
      const known = receiver.received.length;
      queued.push(...(await queueEvents(db, EVENTS)));
      // at once after the commit, or while messages are under way
      if (round % 2 === 1) await until(() => receiver.received.length >= known + 1 + 2 * (round % 5));
      else await sleep(round * 10);
      const delivered = (await deliveriesOf(db, id)).filter(({ state }) => state === 'delivered').length;
      if (new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size > delivered) interrupted += 1;
      await killAll();
    }
    const sender = testSender(db);
    sender.start();
    await until(async () => (await deliveriesOf(db, id)).every(({ state }) => state === 'delivered'));
    await sender.stop();
    assert.ok(interrupted > 0, 'no kill met a message between sending and storing');
    const bodies = new Map<string, Set<string>>();
    for (const { headers, body } of receiver.received) {
      const eventId = headers['webhook-id'] ?? '';
      bodies.set(eventId, (bodies.get(eventId) ?? new Set()).add(body));
    }
    assert.deepEqual([...bodies.keys()].sort(), queued.toSorted());
    assert.ok([...bodies.values()].every(({ size }) => size === 1));
    assert.ok(receiver.received.length > queued.length, 'nothing was repeated');
  });
});
