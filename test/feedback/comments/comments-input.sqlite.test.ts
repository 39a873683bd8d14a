import assert from 'node:assert/strict';
import { codeOf, faultsOf } from '../../apps/support.ts';
import { INJECTIONS } from '../../support/requests/attacks.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, startFeedbackServer, user } from '../support.ts';
import { type CommentTarget, comment, list, newItem } from './comment-support.ts';

const BAD_CONTENTS = [
  '',
  ' \n ',
  'x'.repeat(5_001),
  '👍'.repeat(5_001),
  `a${'\u0301'.repeat(10_000)}`,
  'a\0',
  'a\u001b[2J',
  'a\ud800',
  5,
  null,
  true,
  ['a'],
  { $ne: null },
];
const BAD_IDS = [0, -1, 1.5, 2_147_483_648, 2 ** 53, '1', true, [1], {}, 'null'];
const BAD_TYPES = ['Review', 'review ', 'comment', 'favorite', '__proto__', 'toString', '', 5, null, ['review'], {}];
const BAD_NUMBERS = ['0', '-1', '1.0', '1e3', '0x1', '%201', '1%00', 'abc', '', '١', '99999999999999999999', '1%20OR%201=1'];

describe('the input of comments', () => {
  let server: TestServer;
  let author: Caller;
  let about: CommentTarget;

  before(async () => {
    server = await startFeedbackServer();
    author = user(server);
    about = newItem();
  });
  after(() => server.close());

  const refusedPost = async (body: unknown) => faultsOf(await author.post('/comments', body).expect(400));
  const refusedList = async (query: string) => faultsOf(await author.get(`/comments?${query}`).expect(400));

  describe('POST /comments', () => {
    it('reports every fault in one reply', async () => {
      for (const body of [undefined, {}, { comment: 'Yes' }])
        assert.deepEqual(await refusedPost(body), ['entityType', 'entityId', 'content']);
      const bad = { entityType: 'x', entityId: 'x', content: 5, parentId: 'x' };
      assert.deepEqual(await refusedPost(bad), Object.keys(bad));
    });

    it('stores texts exactly as they were sent', async () => {
      const fitting = ['x'.repeat(5_000), '👍'.repeat(5_000), 'a\tb\n\nc', 'مرحبا \u202bشكرا\u202c', ...INJECTIONS];
      for (const content of fitting) assert.equal((await comment(author, about, { content })).content, content.trim());
      const { data } = await list(author, about, '&format=flat&limit=100');
      assert.deepEqual(
        data.map(({ content }) => content),
        fitting.map((content) => content.trim()).toReversed(),
      );
    });

    it('refuses each bad content, parent, entity and type', async () => {
      const good = { ...newItem(), content: 'Yes' };
      const tables = { content: BAD_CONTENTS, parentId: BAD_IDS, entityId: [...BAD_IDS, null], entityType: BAD_TYPES };
      for (const [field, values] of Object.entries(tables))
        for (const value of values) assert.deepEqual(await refusedPost({ ...good, [field]: value }), [field], JSON.stringify(value));
      assert.deepEqual((await list(author, good)).data, []);
    });

    it('accepts every type of item', async () => {
      for (const entityType of ['auction', 'product', 'order', 'driver', 'store', 'group_deal'])
        await comment(author, { entityType, entityId: 2_147_483_647 });
    });
  });

  describe('GET /comments', () => {
    it('requires the type and id of the entity', async () => {
      assert.deepEqual(await refusedList(''), ['entityType', 'entityId']);
      assert.deepEqual(await refusedList('entityType=review'), ['entityId']);
      assert.deepEqual(await refusedList('entityId=1'), ['entityType']);
    });

    it('refuses each bad value and each repeated parameter', async () => {
      const refuses = async (field: string, value: string) =>
        assert.deepEqual(await refusedList(`entityType=product&entityId=1&${field}=${value}`), [field], `${field}=${value}`);
      for (const value of BAD_NUMBERS) for (const field of ['parentId', 'page']) await refuses(field, value);
      for (const value of BAD_NUMBERS.filter((number) => !/^\d{4,}$/.test(number))) await refuses('limit', value);
      for (const value of ['nested', 'Tree', '', 'flat;drop']) await refuses('format', value);
      for (const value of BAD_NUMBERS) assert.deepEqual(await refusedList(`entityType=product&entityId=${value}`), ['entityId']);
      for (const value of ['Product', 'product%20', 'comments', '__proto__'])
        assert.deepEqual(await refusedList(`entityType=${value}&entityId=1`), ['entityType']);
      assert.deepEqual(await refusedList('entityType=product&entityId=1&entityId=2'), ['entityId']);
      assert.deepEqual(await refusedList('entityType[$ne]=x&entityId=1'), ['entityType']);
    });

    it('caps the limit at 100 and accepts late pages', async () => {
      assert.equal((await list(author, about, '&limit=1000')).pagination.limit, 100);
      assert.deepEqual((await list(author, about, '&page=2147483647&limit=100')).data, []);
    });
  });

  describe('PUT /comments/:id', () => {
    it('applies the same rules as a create', async () => {
      const { id } = await comment(author, newItem());
      const refused = async (body: unknown) => faultsOf(await author.put(`/comments/${id}`, body).expect(400));
      for (const content of BAD_CONTENTS) assert.deepEqual(await refused({ content }), ['content'], JSON.stringify(content));
      for (const body of [undefined, {}, { parentId: 1, userId: 'x' }]) assert.deepEqual(await refused(body), ['body']);
    });
  });

  for (const method of ['put', 'delete'] as const)
    it(`${method} /comments/:id accepts only plain integer ids`, async () => {
      const { id } = await comment(author, newItem());
      const call = (text: string) => author[method](`/comments/${text}`, { content: 'No' });
      for (const text of [`${id}abc`, `${id}.0`, `0${id}`, `+${id}`, `%20${id}`, `${id}%00`, `${id}e0`, '0', '-1', '99999999999999999999'])
        assert.deepEqual(faultsOf(await call(text).expect(400)), ['id'], text);
      assert.equal(codeOf(await call('9007199254740991').expect(404)), 'comment_not_found');
    });
});
