import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { loadSigningKeys, type SigningKeys } from '../../../server/platform/auth/signing-keys.ts';
import { systemClock } from '../../../server/platform/clock.ts';
import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import { openDatabaseAt } from '../../support/databases/scratch-database.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { endProcesses, until } from '../../support/programs/process.ts';
import { tokenOf } from '../../support/requests/tokens.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { type Launched, launch, relaunch } from '../support.ts';

const ROUNDS = 3;
const CLIENTS_PER_KIND = 4;
const WRITTEN_PER_KIND = 15;

/** How one kind of write is sent, and the statement that lists what is stored as text. */
interface Kind {
  readonly send: (text: string) => [path: string, body?: object];
  readonly stored: string;
}

describe('feedback during kills of the process', () => {
  let server: Launched;
  let keys: SigningKeys;
  let postId: number;
  /** The texts of the writes that were answered with 200 or 201, by kind. */
  const acknowledged: Record<string, Set<string>> = {};

  before(async () => {
    server = await launch();
    keys = loadSigningKeys(null, String(server.env['DATA_DIR']), systemClock);
    const answer = await send(['/posts', { title: 'Dark mode', description: 'x', category: 'bug' }], randomUUID());
    postId = (answer.body['data'] as { id: number }).id;
  });
  after(endProcesses);

  const item = (text: string) => ({ itemType: 'product', itemId: Number(text) });
  /** The text of a write is a number, which no other write has. A user has the number as the end of the id. */
  const kinds: Readonly<Record<string, Kind>> = {
    reviews: {
      send: (text) => ['/reviews', { itemType: 'store', itemId: 1, rating: 5, title: text }],
      stored: 'SELECT title AS text FROM reviews',
    },
    comments: {
      send: (text) => ['/comments', { entityType: 'post', entityId: postId, content: text }],
      stored: 'SELECT content AS text FROM comments',
    },
    posts: {
      send: (text) => ['/posts', { title: `Post ${text}`, description: text, category: 'bug' }],
      stored: 'SELECT description AS text FROM posts',
    },
    votes: { send: () => [`/posts/${postId}/vote`], stored: 'SELECT user_id AS text FROM post_votes' },
    favorites: { send: (text) => ['/favorites', item(text)], stored: 'SELECT item_id AS text FROM favorites' },
  };

  const agent = new Agent({ keepAlive: true });
  function send([path, body]: [path: string, body?: object], userId: string): Promise<Answer> {
    const headers = { Authorization: `Bearer ${tokenOf(keys, { userId })}` };
    return ask(server.url, `/api/v1${path}`, { method: 'POST', headers, agent, ...(body === undefined ? {} : { body }) });
  }

  let texts = 0;
  async function write(kind: string, done: Set<string>): Promise<void> {
    for (;;) {
      texts += 1;
      const userId = `00000000-0000-4000-8000-${String(texts).padStart(12, '0')}`;
      const text = kind === 'votes' ? userId : String(texts);
      const answer = await send((kinds[kind] as Kind).send(text), userId).catch(() => null);
      if (answer === null) return;
      // 503: too much was waiting, and the write may or may not have happened
      assert.ok([200, 201, 503].includes(answer.status), `${kind} ${answer.status} ${answer.text}`);
      if (answer.status !== 503) done.add(text);
    }
  }

  for (let round = 1; round <= ROUNDS; round += 1)
    it(`loses no acknowledged write in round ${round} of kills`, async () => {
      const before = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, acknowledged[kind]?.size ?? 0]));
      for (const kind of Object.keys(kinds)) acknowledged[kind] ??= new Set();
      const writing = Object.entries(acknowledged).flatMap(([kind, done]) =>
        Array.from({ length: CLIENTS_PER_KIND }, () => write(kind, done)),
      );
      await until(() => Object.entries(acknowledged).every(([kind, { size }]) => size - (before[kind] ?? 0) >= WRITTEN_PER_KIND));
      assert.deepEqual(await server.end('SIGKILL'), { code: null, signal: 'SIGKILL' });
      await Promise.all(writing);
      await expectSound();
      server = await relaunch(server.env);
      await expectSound();
    });

  /** Every acknowledged write is stored, none is stored twice, and the counters equal the rows. */
  async function expectSound(): Promise<void> {
    const db = openDatabaseAt(server.env['DATABASE_URL'] ?? '');
    try {
      for (const [kind, done] of Object.entries(acknowledged)) {
        const stored = (await selectRows<{ text: unknown }>(db, (kinds[kind] as Kind).stored)).map(({ text }) => String(text));
        assert.equal(new Set(stored).size, stored.length, kind);
        assert.deepEqual(
          [...done].filter((text) => !stored.includes(text)),
          [],
          kind,
        );
      }
      assert.deepEqual(await recountFeedback(db, { repair: false }), []);
    } finally {
      await db.close();
    }
  }
});
