import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Load, startLoad } from '../../faults/load.ts';
import { untilServed } from '../../faults/served.ts';
import { APP, idOf } from '../../faults/writes.ts';
import { type MariaDb, startMariaDb } from '../../support/databases/mariadb.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

/** Longer than a key is held, and than all connections live. */
const FROZEN_MS = 8_000;
/** Too short for every client that pauses to come back. */
const THAWED_MS = 1_000;
const CAUGHT_UP_MS = 5_000;
const PER_SECOND = 15;

describe('a database that is frozen again and again', () => {
  let database: MariaDb;
  let server: TestServer;
  let load: Load;

  before(async () => {
    database = await startMariaDb({ durable: true });
    server = await startServer({ env: { DATABASE_URL: await database.createDatabase() } });
    await admin(server).post('/admin/apps', { slug: APP, name: 'Shop', platform: 'both', packageName: 'com.example.shop' }).expect(201);
    const headers = { Authorization: `Bearer ${phoneToken(server, { userId: idOf(999_999_999_999) })}` };
    const body = { title: 'Dark mode', description: 'x', category: 'feature' };
    const post = await ask(server.url, '/api/v1/posts', { method: 'POST', headers, body });
    const postId = (post.body['data'] as { id: number }).id;
    load = startLoad({ url: server.url, keys: server.runtime.keys, postId }, PER_SECOND);
    await untilServed(load);
  });
  after(async () => {
    await load.stop();
    await server.close();
    await database.stop();
  });

  const freeze = async (): Promise<void> => {
    database.freeze();
    await sleep(FROZEN_MS);
    database.thaw();
  };

  it('leaves no repeated write open for the next round', async () => {
    await freeze();
    const open = load.open();
    assert.ok(open.length > PER_SECOND, `${open.length} writes were open`);
    await untilServed(load);
    assert.deepEqual(
      open.filter(({ acknowledged }) => !acknowledged),
      [],
    );
  });

  it('acknowledges every repeat within 5 s of a thaw', async () => {
    await freeze();
    await sleep(THAWED_MS);
    await freeze();
    const thawedAt = waitedMs();
    const open = load.open();
    assert.ok(open.length > PER_SECOND, `${open.length} writes were open`);
    await until(
      () => open.every(({ acknowledged }) => acknowledged),
      () => JSON.stringify(load.refusals),
    );
    const caughtUpMs = waitedMs() - thawedAt;
    assert.ok(caughtUpMs <= CAUGHT_UP_MS, `${caughtUpMs} ms`);
  });
});
