import assert from 'node:assert/strict';
import { sentStatementsOf } from '../../support/databases/statements.ts';
import type { TestServer } from '../../support/server.ts';
import { newPost } from '../posts/post-support.ts';
import { account, type Caller, executeAcrossProjects, selectAcrossProjects, startFeedbackServer } from '../support.ts';
import { inboxOf } from './inbox-support.ts';

const ROWS = 20_000;

/** A page and the number of unread items are read from two indexes of the user, so that their cost does not grow with the project. */
describe('the inbox among those of many users', () => {
  let server: TestServer;
  let reader: Caller;

  before(async () => {
    server = await startFeedbackServer();
    reader = await account(server);
    const { id } = await newPost(reader);
    const by = (index: number): string => (index % 1_000 === 0 ? reader.id : `user-${index % 400}`);
    const rows = Array.from({ length: ROWS }, (_, index) => {
      const at = new Date(Date.now() - index * 1_000);
      return [11, by(index), 'post.status', 'post', id, index, '{"before":"planned","after":"completed"}', at, index % 3 === 0 ? at : null];
    });
    const columns = 'project_id, user_id, type, entity_type, entity_id, revision, data, created_at, read_at';
    for (let at = 0; at < ROWS; at += 2_000)
      await executeAcrossProjects(server.db, `INSERT INTO inbox_items (${columns}) VALUES :rows`, { rows: rows.slice(at, at + 2_000) });
    if (server.db.isMySql) await selectAcrossProjects(server.db, 'ANALYZE TABLE inbox_items');
  });
  after(() => server.close());

  const planOf = async (query: string): Promise<string> => {
    const sent = (await sentStatementsOf(server.db, () => inboxOf(reader, query))).find(({ sql }) => sql.includes('inbox_items'));
    const explain = server.db.isMySql ? 'EXPLAIN' : 'EXPLAIN QUERY PLAN';
    const rows = await selectAcrossProjects(server.db, `${explain} ${sent?.sql}`, sent?.replacements);
    return rows.map((row) => JSON.stringify(row)).join('\n');
  };

  for (const query of ['', '?limit=1', `?cursor=${Date.now()}.item.9000`])
    it(`is read by the user’s own indexes: /me/inbox${query.replace(/\d{9,}/, 'NOW')}`, async () => {
      const plan = await planOf(query);
      assert.match(plan, /inbox_items_list/);
      assert.match(plan, /inbox_items_unread/);
      assert.doesNotMatch(plan, /SCAN (?:item|entry|post|review|reply|on_\w+|seen|block)\b|"type":"ALL","possible_keys":"\w/);
    });

  it('counts the unread items of the user alone', async () => {
    const { data, unread } = await inboxOf(reader, '?limit=100');
    assert.deepEqual([data.length, unread], [20, data.filter(({ readAt }) => readAt === null).length]);
  });
});
