import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { generateApiKey } from '../../../server/platform/crypto/api-key.ts';
import { type MariaDb, startMariaDb } from '../../support/databases/mariadb.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { waitedMs } from '../../support/loop-watch.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { phoneToken } from '../../support/requests/tokens.ts';
import { type Ask, ask } from '../../support/requests/wire.ts';
import { startServer, type TestServer } from '../../support/server.ts';

const FROZEN_MS = 30_000;
/** The deadline of a request, and a margin for a busy machine. */
const ANSWERED_MS = 2_500 + 500;
const CLIENTS = 5;

type Call = readonly [path: string, how: Ask];

describe('a database that is frozen for 30 s', () => {
  let database: MariaDb;
  let server: TestServer;
  let postId: number;
  const keys = new Set<string>();
  const unknownKey = generateApiKey().key;

  before(async () => {
    database = await startMariaDb({ durable: true });
    server = await startServer({ env: { DATABASE_URL: await database.createDatabase() } });
    for (const slug of ['shop', 'cold'])
      await admin(server).post('/admin/apps', { slug, name: 'Shop', platform: 'both', packageName: 'com.example.shop' }).expect(201);
    const post = { title: 'Dark mode', description: 'x', category: 'bug' };
    const created = await ask(server.url, '/api/v1/posts', { method: 'POST', headers: person(), body: post });
    postId = (created.body['data'] as { id: number }).id;
  });
  after(async () => {
    await server.close();
    await database.stop();
  });

  const person = () => ({ Authorization: `Bearer ${phoneToken(server, { userId: randomUUID() })}` });
  const apiKey = () => ({ 'X-Api-Key': server.apiKey });
  const write = (path: string, headers: Record<string, string>, body?: object): Call => [
    path,
    { method: 'POST', headers, ...(body === undefined ? {} : { body }) },
  ];
  const newKey = (): string => {
    const key = randomUUID();
    keys.add(key);
    return key;
  };
  const keyedReview = (key: string): Call =>
    write(
      '/api/v1/reviews',
      { 'Idempotency-Key': key },
      { itemType: 'store', itemId: 1, rating: 5, guestEmail: `${key}@example.com`, title: key },
    );

  /** A request of each kind that needs the database. */
  const kinds: readonly (() => Call)[] = [
    () => ['/api/v1/posts', {}],
    () => ['/api/v1/apps/cold', {}],
    () => ['/api/v1/admin/apps', { headers: apiKey() }],
    () => ['/api/v1/admin/apps', { headers: { 'X-Api-Key': unknownKey } }],
    () => ['/api/v1/admin/apps/shop', { method: 'PUT', headers: apiKey(), body: { name: 'Shop' } }],
    () => write(`/api/v1/posts/${postId}/vote`, person()),
    () => write(`/api/v1/posts/${postId}/vote`, { ...person(), 'Idempotency-Key': randomUUID() }),
    () => keyedReview(newKey()),
    () => write('/api/v1/apps/shop/analytics', {}, { eventType: 'opened', platform: 'ios' }),
    () => write('/api/v2/auth/login', {}, { phone: '+966500000001', password: 'correct horse battery' }),
    () => write('/api/v2/auth/send-otp', {}, { phone: '+966500000001' }),
  ];

  it('delays no answer by more than 2.5 s', async () => {
    const answers: { path: string; status: number; ms: number }[] = [];
    let isThawed = false;
    const client = async (kind: () => Call): Promise<void> => {
      while (!isThawed) {
        const [path, how] = kind();
        const startedAt = waitedMs();
        const { status } = await ask(server.url, path, how);
        answers.push({ path, status, ms: waitedMs() - startedAt });
        await sleep(20);
      }
    };
    database.freeze();
    const clients = Promise.all(kinds.flatMap((kind) => Array.from({ length: CLIENTS }, () => client(kind))));
    await sleep(FROZEN_MS);
    const frozen = [...answers];
    isThawed = true;
    database.thaw();
    await clients;
    assert.ok(frozen.length > kinds.length * CLIENTS * 5, `${frozen.length} answers`);
    const late = answers.filter(({ ms }) => ms > ANSWERED_MS);
    assert.deepEqual(late, []);
    assert.deepEqual(
      frozen.filter(({ status }) => status !== 503),
      [],
    );
  });

  it('leaves each keyed request to be done once', async () => {
    for (const key of keys) {
      const [path, how] = keyedReview(key);
      await until(
        async () => (await ask(server.url, path, how)).status === 201,
        () => key,
      );
    }
    const rows = await selectRows(server.db, 'SELECT id FROM reviews WHERE item_id = 1');
    assert.equal(rows.length, keys.size);
  });
});
