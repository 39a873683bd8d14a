import assert from 'node:assert/strict';
import { admin } from '../../support/requests/client.ts';
import { staff } from '../support.ts';
import { StatusMails } from './status-mail-support.ts';

describe('mails about the status of a post', () => {
  let mails: StatusMails;
  before(async () => {
    mails = await StatusMails.start();
  });
  after(() => mails.close());

  it('go to author and voters in their language', async () => {
    const [author, arabic, french] = [mails.newEmail(), mails.newEmail(), mails.newEmail()];
    const writer = await mails.person({ email: author });
    const id = await mails.newPost(writer);
    for (const email of [arabic, french, null])
      await (await mails.person({ email, language: email === arabic ? 'ar' : 'fr' })).post(`/posts/${id}/vote`).expect(200);
    await mails.move(id, `status=in_progress&reason=${encodeURIComponent('Soon & <b>well</b>')}`);
    const [toAuthor] = await mails.inbox(author, 1);
    assert.equal(toAuthor?.email.subject, '“Dark <i>mode</i>” is now in progress');
    assert.match(toAuthor?.email.text ?? '', /^The status of your request changed from “under review” to “in progress”:/);
    assert.match(toAuthor?.email.html ?? '', /Dark &lt;i&gt;mode&lt;\/i&gt;[\s\S]+Soon &amp; &lt;b&gt;well&lt;\/b&gt;/);
    const [toArabic] = await mails.inbox(arabic, 1);
    assert.match(toArabic?.email.subject ?? '', /^«Dark <i>mode<\/i>»: قيد التنفيذ$/);
    assert.match(toArabic?.email.text ?? '', /صوّتَّ له من «قيد المراجعة» إلى «قيد التنفيذ»/);
    const [toFrench] = await mails.inbox(french, 1);
    assert.match(toFrench?.email.text ?? '', /^The status of a request that you voted for changed/);
  });

  it('go to each address once, operators included', async () => {
    const email = mails.newEmail();
    const author = await mails.person({ email });
    const id = await mails.newPost(author);
    await author.post(`/posts/${id}/vote`).expect(200);
    const operator = { username: 'namesake', password: 'battery staple horse', role: 'staff', email };
    const { body } = await admin(mails.server).post('/admin/projects/11/operators', operator).expect(201);
    await staff(mails.server, { operatorId: body.id }).post(`/posts/${id}/vote`).expect(200);
    await mails.move(id, 'status=planned');
    const [mail] = await mails.inbox(email, 1);
    assert.match(mail?.email.text ?? '', /your request/);
    await mails.move(id, 'status=planned');
    await mails.inbox(email, 1);
    await mails.move(id, 'status=declined');
    await mails.move(id, 'status=planned');
    await mails.inbox(email, 3);
  });

  it('are not sent to users without notifications', async () => {
    const email = mails.newEmail();
    const id = await mails.newPost(await mails.person({ email, notifications: false }));
    await mails.move(id, 'status=planned');
    await mails.inbox(email, 0);
  });

  it('shorten a long title only in the subject', async () => {
    const email = mails.newEmail();
    const title = 'ط'.repeat(200);
    const id = await mails.newPost(await mails.person({ email }), title);
    await mails.move(id, 'status=completed');
    const [mail] = await mails.inbox(email, 1);
    assert.equal(mail?.email.subject, `“${'ط'.repeat(79)}…” is now completed`);
    assert.ok(mail?.email.text?.includes(title), 'whole in the text');
  });
});
