import assert from 'node:assert/strict';
import { memoryLog } from '../../support/memory-log.ts';
import { until } from '../../support/programs/process.ts';
import type { TestServer } from '../../support/server.ts';
import { decide, newReview } from '../reviews/review-support.ts';
import { guest, staff, startFeedbackServer } from '../support.ts';

describe('mails without SMTP_URL', () => {
  const { log, text, lines } = memoryLog('info');
  let server: TestServer;

  before(async () => {
    server = await startFeedbackServer({ log });
  });
  after(() => server.close());

  it('are logged with masked recipient and without content', async () => {
    const review = await newReview(guest(server), { guestEmail: 'layla@example.com', guestName: 'Layla Q', title: 'Fine shop' });
    await decide(staff(server), review.id, 'status=rejected&reason=Too%20short');
    const written = () => lines().filter(({ template }) => template !== undefined);
    await until(() => written().length > 0);
    assert.deepEqual(
      written().map(({ to, template }) => [to, template]),
      [['l***@example.com', 'review_rejected']],
    );
    for (const secret of ['layla', 'Layla', 'Fine shop', 'Too short']) assert.ok(!text().includes(secret), secret);
  });
});
