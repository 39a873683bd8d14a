import assert from 'node:assert/strict';
import { openRace } from '../../support/race.ts';
import { auditOf } from '../reviews/review-support.ts';
import { StatusMails } from './status-mail-support.ts';

describe('mails about concurrent changes of a status', () => {
  let mails: StatusMails;
  before(async () => {
    mails = await StatusMails.start();
  });
  after(() => mails.close());

  it('are sent once per change when moderators race', async () => {
    const race = await openRace(mails.server, 8, { Authorization: `Bearer ${mails.moderator.token}` });
    try {
      for (let round = 0; round < 10; round += 1) {
        const review = await mails.guestReview();
        const path = (index: number): string => `/admin/reviews/${review.id}/status?status=${index % 2 === 0 ? 'approved' : 'rejected'}`;
        const answers = await race.run(Array.from({ length: 8 }, (_, index) => ({ method: 'PUT', path: path(index) })));
        assert.ok(
          answers.every(({ status }) => status === 200),
          `round ${round}`,
        );
        const moves = (await auditOf(mails.server, review.id)).filter(({ action }) => action === 'review.status_changed');
        const queued = await mails.select<{ template: string }>('SELECT template FROM mail_outbox WHERE recipient = :to ORDER BY id', {
          to: review.email,
        });
        assert.deepEqual(
          queued.map(({ template }) => template),
          moves.map(({ details }) => `review_${String(details['after'])}`),
        );
      }
    } finally {
      race.close();
    }
    await mails.waitForDelivery();
  });
});
