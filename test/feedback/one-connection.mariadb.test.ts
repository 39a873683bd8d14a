import { inTransaction } from '../../server/platform/db/transactions/transaction.ts';
import { interceptQueries } from '../support/databases/intercept-queries.ts';
import { Recorder } from '../support/examples/recorder.ts';
import { sendFeedback } from '../support/examples/steps.ts';
import { admin } from '../support/requests/client.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { guest, staff, user } from './support.ts';

const ITEM = { itemType: 'product', itemId: 9 };

describe('feedback with one free database connection', () => {
  let server: TestServer;

  before(async () => {
    server = await startServer({ env: { DATABASE_POOL_SIZE: '2' } });
    const operator = { username: 'sara.admin', password: 'Larch-Copper-47-Violin', email: 'sara@example.com', role: 'admin' };
    await admin(server).post('/admin/projects/11/operators', operator).expect(201);
  });
  after(() => server.close());

  /**
   * Each transaction that begins finds nothing remembered: what its request has read before it may be forgotten while it waits for a lock.
   */
  const withOneConnection = (work: () => Promise<unknown>): Promise<unknown> =>
    inTransaction(server.db, () =>
      interceptQueries(
        server.db,
        async (sql, send) => {
          const answer = await send();
          if (sql.startsWith('START TRANSACTION')) server.services.admin.projects.forget(11);
          return answer;
        },
        () => server.db.scopes.runApart(work),
      ),
    );

  it('answers every request with an idempotency key', async () => {
    const recorder = new Recorder(server, { isKeyed: true });
    recorder.signIn('user', user(server).token);
    recorder.signIn('operator', staff(server, { operatorId: 1 }).token);
    await withOneConnection(() => sendFeedback(recorder));
  });

  it('mails a guest whose review is rejected', async () => {
    const body = { ...ITEM, rating: 1, guestEmail: 'guest@example.com' };
    await withOneConnection(async () => {
      const { body: review } = await guest(server).post('/reviews', body).expect(201);
      await staff(server).put(`/admin/reviews/${review.data.id}/status`, { status: 'rejected' }).expect(200);
    });
  });
});
