import assert from 'node:assert/strict';
import { INJECTIONS } from '../support/requests/attacks.ts';
import { atOnce, tally } from '../support/requests/key-access.ts';
import type { TestServer } from '../support/server.ts';
import {
  type Caller,
  executeAcrossProjects,
  expectExactCounts,
  guest,
  selectAcrossProjects,
  startFeedbackServer,
  user,
} from './support.ts';

/** A word that the trigger below refuses, as a fault of the database that no validation foresees. */
const POISON = 'poison';
const ITEM = { itemType: 'store', itemId: 2_147_483_647 };
const EMOJI = '👩‍👩‍👧‍👦';
const long = (unit: string, length: number): string => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
const HOSTILE: readonly string[] = [
  ...INJECTIONS,
  ...['\u0000', 'a\u0000b', '\ud83d', '\udc00 tail', 'a\ud83d', '\u2028\u2029', '\ufeff', '\ufffe\uffff', '\u{10ffff}', '\u001a'],
  ...[':values', ':projectId', '?', '$1', '`', "''", '\\\\', "\\'", '--', '/* */', EMOJI, long('ﷺ', 200), long('\u0301', 200)],
];

describe('writes that arrive together with faulty ones', () => {
  let server: TestServer;
  let author: Caller;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    for (const [table, column] of [
      ['reviews', 'title'],
      ['comments', 'content'],
      ['posts', 'title'],
    ] as const)
      await refuse(table, column);
  });
  after(() => server.close());
  afterEach(() => expectExactCounts(server));

  const refuse = (table: string, column: string) => {
    const body = server.db.isMySql
      ? `FOR EACH ROW IF NEW.${column} = '${POISON}' THEN SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'refused'; END IF`
      : `WHEN NEW.${column} = '${POISON}' BEGIN SELECT RAISE(ABORT, 'refused'); END`;
    return executeAcrossProjects(server.db, `CREATE TRIGGER poison_${table} BEFORE INSERT ON ${table} ${body}`);
  };
  const writers: Readonly<Record<string, (text: string) => PromiseLike<{ status: number; body: { data: Record<string, unknown> } }>>> = {
    reviews: (text) => author.post('/reviews', { ...ITEM, rating: 1, title: text }),
    comments: (text) => user(server).post('/comments', { entityType: 'store', entityId: ITEM.itemId, content: text }),
    posts: (text) => user(server).post('/posts', { title: text, description: text, category: 'other' }),
  };

  for (const [table, write] of Object.entries(writers))
    it(`are stored although one row of ${table} cannot be`, async () => {
      const answers = await atOnce(30, (index) => write(index % 10 === 4 ? POISON : `${table} ${index}`));
      assert.deepEqual(tally(answers), { 201: 27, 500: 3 });
      const column = table === 'comments' ? 'content' : 'title';
      const rows = await selectAcrossProjects<{ id: number; text: string }>(server.db, `SELECT id, ${column} AS text FROM ${table}`);
      const stored = new Map(rows.map(({ id, text }) => [id, text]));
      const created = answers.filter(({ status }) => status === 201).map(({ body }) => body.data);
      for (const data of created) assert.equal(stored.get(Number(data['id'])), data[column]);
      assert.equal(stored.size, created.length);
    });

  for (const [table, write] of Object.entries(writers))
    it(`are stored beside hostile texts of ${table}, character for character`, async () => {
      const plain = Array.from({ length: HOSTILE.length }, (_, index) => `plain ${table} ${index}`);
      const texts = plain.flatMap((text, index) => [text, HOSTILE[index] ?? '']);
      const answers = await atOnce(texts.length, (index) => write(texts[index] ?? ''));
      for (const [index, { status, body }] of answers.entries()) {
        const text = texts[index] ?? '';
        assert.ok(status === 201 || (status === 400 && !plain.includes(text)), `${status} ${JSON.stringify(text)}`);
        if (status !== 201) continue;
        const shown = table === 'comments' ? body.data : (await author.get(`/${table}/${String(body.data['id'])}`).expect(200)).body.data;
        assert.equal(shown[table === 'comments' ? 'content' : 'title'], text.normalize('NFC').trim());
      }
      assert.ok(answers.filter(({ status }) => status === 201).length > HOSTILE.length * 1.5);
    });

  it('are stored beside the longest texts of each field', async () => {
    const images = Array.from({ length: 10 }, (_, index) => `https://x.example/${index}/${long('é', 2_000)}`);
    const email = `${long('a', 64)}@${long(`${long('b', 60)}.`, 180)}.example`;
    const review = { ...ITEM, rating: 5, title: long(EMOJI, 300).slice(0, 200), comment: long('ﷺ', 5_000) };
    const calls = [
      (index: number) => guest(server).post('/reviews', { ...review, itemId: 1 + index, guestEmail: email, guestName: long('اسم', 100) }),
      () => user(server).post('/reviews', { ...review, images }),
      () => user(server).post('/reviews', { ...review, comment: long('𝔘', 10_000) }),
      () => user(server).post('/comments', { entityType: 'store', entityId: ITEM.itemId, content: long('𝔘', 10_000) }),
      () => user(server).post('/posts', { title: long('𝔘', 400), description: long('𝔘', 20_000), category: 'bug' }),
      () => user(server).post('/posts', { title: long('ﷺ', 200), description: long('ﷺ', 10_000), category: 'bug' }),
      () => author.post('/favorites', ITEM),
    ];
    const answers = await atOnce(calls.length * 3, (index) => (calls[index % calls.length] as (typeof calls)[number])(index));
    for (const { status, body } of answers) assert.ok(status === 201 || status === 200, JSON.stringify(body).slice(0, 300));
  });

  it('are counted although other votes name impossible posts', async () => {
    const { body } = await author.post('/posts', { title: 'Dark mode', description: 'x', category: 'bug' }).expect(201);
    const ids = [body.data.id, Number.MAX_SAFE_INTEGER, 2_147_483_648, 4_294_967_296, 2_147_483_647];
    const answers = await atOnce(30, (index) => user(server).post(`/posts/${ids[index % ids.length]}/vote`));
    assert.deepEqual(tally(answers), { 200: 6, 404: 24 });
  });
});
