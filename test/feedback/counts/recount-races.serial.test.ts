import { recountFeedback } from '../../../server/services/feedback/counts/recount.ts';
import type { TestServer } from '../../support/server.ts';
import { type Caller, executeAcrossProjects, expectExactCounts, startFeedbackServer, user } from '../support.ts';

describe('recountFeedback beside writers', () => {
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer();
  });

  after(() => server.close());

  it('leaves every counter exact during concurrent writes', async () => {
    const people = Array.from({ length: 8 }, () => user(server));
    const [author] = people as [Caller];
    for (let round = 0; round < 5; round += 1) {
      const { body } = await author.post('/posts', { title: 'Dark mode', description: 'x', category: 'bug' }).expect(201);
      const { id } = body.data as { id: number };
      await falsifyCounters();
      let isWriting = true;
      const writes = Promise.all(people.map((person) => writeAbout(person, id))).finally(() => (isWriting = false));
      while (isWriting) await recountFeedback(server.db, { repair: true });
      await writes;
      await expectExactCounts(server);
    }
  });

  async function falsifyCounters(): Promise<void> {
    await executeAcrossProjects(server.db, 'UPDATE posts SET votes_count = votes_count + 3, comments_count = comments_count + 2');
    await executeAcrossProjects(server.db, 'UPDATE comment_threads SET live = live + 5, shown = shown + 1');
    await executeAcrossProjects(server.db, 'UPDATE feedback_counts SET total = total + 7');
    await executeAcrossProjects(server.db, "UPDATE daily_counts SET reviews = reviews + 4, stars = 9, votes = votes - 3 WHERE day <> ''");
    await executeAcrossProjects(server.db, 'UPDATE favorite_owners SET total = 90');
    await executeAcrossProjects(server.db, 'UPDATE review_stats SET rating_4 = 8');
  }

  async function writeAbout(person: Caller, postId: number): Promise<void> {
    await person.post(`/posts/${postId}/vote`).expect(200);
    await person.post('/comments', { entityType: 'post', entityId: postId, content: 'Yes' }).expect(201);
    await person.post('/favorites/toggle', { itemType: 'store', itemId: postId }).expect(200);
    await person.post('/reviews', { itemType: 'store', itemId: postId, rating: 4 }).expect(201);
    await person.delete(`/posts/${postId}/vote`).expect(200);
  }
});
