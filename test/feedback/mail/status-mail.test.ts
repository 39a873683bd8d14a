import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { decide, newReview } from '../reviews/review-support.ts';
import { StatusMails } from './status-mail-support.ts';

describe('mails about the status of a review', () => {
  let mails: StatusMails;
  before(async () => {
    mails = await StatusMails.start();
  });
  after(() => mails.close());

  it('tell the guest about the approval', async () => {
    const review = await mails.guestReview({ guestName: 'Bob', title: 'Good <b>shop</b>', comment: 'Fine' });
    await decide(mails.moderator, review.id, 'status=approved');
    const [mail] = await mails.inbox(review.email, 1);
    assert.deepEqual([mail?.from, mail?.to], ['news@souq.example', [review.email]]);
    assert.deepEqual(mail?.email.to, [{ name: 'Bob', address: review.email }]);
    assert.equal(mail?.email.subject, 'Your review was approved');
    assert.match(mail?.email.text ?? '', /^Hello Bob,\s+Your review was approved\.[\s\S]+Good <b>shop<\/b>/);
    assert.match(mail?.email.html ?? '', /Good &lt;b&gt;shop&lt;\/b&gt;/);
    assert.ok(!/https?:/.test(`${mail?.email.text}${mail?.email.html}`), 'no address to follow');
  });

  it('tell the guest about the rejection and its reason', async () => {
    const review = await mails.guestReview();
    await decide(mails.moderator, review.id, `status=rejected&reason=${encodeURIComponent('<script>no</script>')}`);
    const [mail] = await mails.inbox(review.email, 1);
    assert.equal(mail?.email.subject, 'Your review was not approved');
    assert.match(mail?.email.text ?? '', /^Hello,[\s\S]+The reason:\s+<script>no<\/script>\s*$/);
    assert.match(mail?.email.html ?? '', /&lt;script&gt;no&lt;\/script&gt;/);
  });

  it('are sent once for each change to a decision', async () => {
    const review = await mails.guestReview();
    for (const status of ['approved', 'approved', 'rejected', 'rejected', 'pending', 'approved'])
      await decide(mails.moderator, review.id, `status=${status}`);
    const subjects = (await mails.inbox(review.email, 3)).map(({ email }) => email.subject);
    assert.deepEqual(subjects.sort(), ['Your review was approved', 'Your review was approved', 'Your review was not approved']);
    const ids = mails.smtp.mails.map(({ email }) => email.messageId);
    assert.equal(new Set(ids).size, ids.length);
  });

  it('are not sent to a signed-in author', async () => {
    const email = mails.newEmail();
    const author = await mails.person({ email });
    const review = await newReview(author, { guestEmail: email });
    await decide(mails.moderator, review.id, 'status=rejected');
    await mails.inbox(email, 0);
  });

  it('are in Arabic when the review is Arabic', async () => {
    for (const fields of [{ title: 'ممتاز' }, { comment: 'very جيد' }, { guestName: 'نورة' }]) {
      const review = await mails.guestReview(fields);
      await decide(mails.moderator, review.id, 'status=approved');
      const [mail] = await mails.inbox(review.email, 1);
      assert.equal(mail?.email.subject, 'تمت الموافقة على تقييمك');
      assert.match(mail?.email.html ?? '', /<html lang="ar" dir="rtl">/);
    }
  });

  it('otherwise use the project’s first available language', async () => {
    const subjectFor = async (languages: readonly string[]): Promise<string | undefined> => {
      await admin(mails.server).put('/admin/projects/11', { settings: { languages } }).expect(200);
      const review = await mails.guestReview();
      await decide(mails.moderator, review.id, 'status=approved');
      return (await mails.inbox(review.email, 1))[0]?.email.subject;
    };
    assert.equal(await subjectFor(['fr', 'ar', 'en']), 'تمت الموافقة على تقييمك');
    assert.equal(await subjectFor(['fr']), 'Your review was approved');
    assert.equal(await subjectFor(['en', 'ar']), 'Your review was approved');
  });

  it('are counted in the metrics by template', async () => {
    const metrics = await (await fetch(`${mails.server.url}/metrics`)).text();
    assert.match(metrics, /diwan_mails_total\{template="review_approved",outcome="sent"\} [1-9]/);
  });
});
