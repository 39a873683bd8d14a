import assert from 'node:assert/strict';
import type { Sequelize } from 'sequelize';
import { openDatabase } from '../../server/platform/db/connection.ts';
import { useDatabase } from '../../server/platform/db/database.ts';
import { execute, selectRows } from '../../server/platform/db/sql.ts';
import { recountFeedback } from '../../server/services/feedback/recount.ts';
import { endProcesses, type ServerProcess, startProcess, until } from '../support/process.ts';
import { databaseConfig, silent } from '../support/scratch-database.ts';
import { testEnvironment } from '../support/server.ts';
import { type Answer, ask } from '../support/wire.ts';

const REQUESTS = 90;
const CLIENTS = 12;
const KILL_AT = 30;

describe('Idempotency-Key', function () {
  this.timeout(60_000);
  let database: Sequelize | undefined;

  after(async () => {
    endProcesses();
    await database?.close();
  });

  it(`makes one record of each of ${REQUESTS} requests, all of them repeated after the process was killed`, async () => {
    const env = await testEnvironment({ LOG_LEVEL: 'info' });
    const first = await startProcess(env);
    const answered = new Map<number, number>();
    const all = Array.from({ length: REQUESTS }, (_, index) => index);
    const sending = sendAll(first, all, (index, answer) => answered.set(index, idOf(answer)));
    await until(() => answered.size >= KILL_AT);
    await first.end('SIGKILL');
    await sending;
    const acknowledged = new Map(answered);
    assert.ok(acknowledged.size < REQUESTS);

    const second = await startProcess(env);
    database = openDatabase(databaseConfig(env['DATABASE_URL'] ?? ''), silent);
    useDatabase(database);
    // what died half-way would be held for half a minute
    await execute("DELETE FROM idempotency_keys WHERE state = 'running'");
    await sendAll(second, all, (index, answer) => {
      const id = acknowledged.get(index);
      if (id !== undefined) assert.deepEqual([answer.headers['idempotency-replayed'], idOf(answer)], ['true', id]);
      answered.set(index, idOf(answer));
    });
    const rows = await selectRows<{ id: number; item_id: number }>('SELECT id, item_id FROM reviews ORDER BY item_id');
    assert.deepEqual(
      rows,
      all.map((index) => ({ id: answered.get(index), item_id: index + 1 })),
    );
    assert.deepEqual(await recountFeedback({ repair: false }), []);
  });
});

/** Sends each request once, several at a time; what is not answered is let go. */
async function sendAll(server: ServerProcess, all: readonly number[], onAnswer: (index: number, answer: Answer) => void): Promise<void> {
  const left = [...all];
  const client = async (): Promise<void> => {
    for (let index = left.shift(); index !== undefined; index = left.shift()) {
      const answer = await review(server, index).catch(() => null);
      if (answer?.status === 201) onAnswer(index, answer);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function review(server: ServerProcess, index: number): Promise<Answer> {
  const body = { itemType: 'store', itemId: index + 1, rating: 5, guestEmail: 'noura@example.com' };
  return ask(server.url, '/api/v1/reviews', { method: 'POST', headers: { 'Idempotency-Key': `request-${index}` }, body });
}

function idOf({ body }: Answer): number {
  return (body['data'] as { id: number }).id;
}
