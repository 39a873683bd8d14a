import assert from 'node:assert/strict';
import { Favorite } from '../../../../models/feedback/Favorite.ts';
import { Post } from '../../../../models/feedback/Post.ts';
import { initModels } from '../../../../models/index.ts';
import type { Database } from '../../../../server/platform/db/database.ts';
import { migrate } from '../../../../server/platform/db/migrations/migrate.ts';
import { insertRows } from '../../../../server/platform/db/records/insert-rows.ts';
import { execute } from '../../../../server/platform/db/statements/sql.ts';
import { inTransaction } from '../../../../server/platform/db/transactions/transaction.ts';
import { openScratchDatabase, silent } from '../../../support/databases/scratch-database.ts';

const AT = new Date('2026-03-04T05:06:07.089Z');

describe('insertRows', () => {
  let db: Database;

  before(async () => {
    db = await openScratchDatabase({ initModels });
    await migrate(db, silent);
  });
  after(() => db.close());

  const favorites = (...itemIds: number[]) =>
    itemIds.map((itemId) => ({ projectId: 11, userId: 'u', itemType: 'store', itemId, createdAt: AT }));
  const storedItems = async () => {
    const rows = await db.model(Favorite).findAll({ where: { projectId: 11 }, order: [['id', 'ASC']] });
    return rows.map(({ id, itemId }) => [id, itemId]);
  };

  it('resolves to the rows with their ids in order', async () => {
    const inserted = [
      ...(await insertRows(db, db.model(Favorite), favorites(7))),
      ...(await insertRows(db, db.model(Favorite), favorites(3, 9, 1))),
    ];
    assert.deepEqual(
      inserted.map(({ id, itemId }) => [id, itemId]),
      await storedItems(),
    );
    assert.deepEqual(await insertRows(db, db.model(Favorite), []), []);
  });

  it('fills in defaults and keeps every text and date', async () => {
    const texts = { title: 'O\'Neil \\ "x" :name ? 😀 \u2028 العربية', description: '%_;--\n/* */ \0'.replace('\0', '') };
    const rest = { projectId: 11, category: 'bug', userId: 'u', trending: 1 / 3, searchKey: '', createdAt: AT, updatedAt: AT } as const;
    const [post] = await insertRows(db, db.model(Post), [{ ...texts, ...rest }]);
    assert.ok(post !== undefined);
    const stored = await db.model(Post).findOne({ where: { projectId: 11, id: post.id }, rejectOnEmpty: true });
    assert.deepEqual(stored.get(), post.get());
    assert.deepEqual([stored.status, stored.votesCount, stored.editedAt, stored.trending], ['under_review', 0, null, 1 / 3]);
    assert.equal(stored.createdAt.getTime(), AT.getTime());
    await post.update({ status: 'planned' });
    assert.equal((await stored.reload()).status, 'planned');
  });

  it('knows the ids that cluster nodes give in steps', async () => {
    await inTransaction(db, async () => {
      if (db.isMySql) await execute(db, 'SET SESSION auto_increment_increment = 7, SESSION auto_increment_offset = 3');
      try {
        const inserted = await insertRows(db, db.model(Favorite), favorites(101, 102, 103));
        assert.deepEqual(
          inserted.map(({ id, itemId }) => [id, itemId]),
          (await storedItems()).slice(-3),
        );
      } finally {
        if (db.isMySql) await execute(db, 'SET SESSION auto_increment_increment = 1, SESSION auto_increment_offset = 1');
      }
    });
  });

  it('refuses a row without a project', async () => {
    const stray = { userId: 'u', itemType: 'store', itemId: 5, createdAt: AT } as unknown as ReturnType<typeof favorites>[number];
    await assert.rejects(insertRows(db, db.model(Favorite), [stray]));
  });
});
