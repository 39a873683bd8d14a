import assert from 'node:assert/strict';
import { User } from '../../../models/auth/User.ts';
import { loadSecretKeys } from '../../../server/platform/crypto/secret-keys.ts';
import { UnsubscribeLinks } from '../../../server/platform/mail/unsubscribe-links.ts';
import { nextReaders } from '../../../server/services/feedback/readers/next-readers.ts';
import { addWebhook, queuedEvents } from '../../flows/outgoing/outgoing-support.ts';
import type { ReceivedMail } from '../../support/programs/mail-server.ts';
import { admin } from '../../support/requests/client.ts';
import { ask, refusal } from '../../support/requests/wire.ts';
import { StatusMails } from '../mail/status-mail-support.ts';
import { type Caller, executeAcrossProjects, staff } from '../support.ts';

const PUBLIC_URL = 'https://souq.example/diwan';
const ONE_CLICK = 'List-Unsubscribe=One-Click';
const URLENCODED = 'application/x-www-form-urlencoded';

interface Page {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

describe('mails that can be stopped', () => {
  let mails: StatusMails;
  let author: Caller;
  let id: number;

  before(async () => {
    mails = await StatusMails.start({ PUBLIC_URL });
  });
  beforeEach(async () => {
    author = await mails.person();
    id = await mails.newPost(author);
  });
  after(() => mails.close());

  async function open(path: string, init: RequestInit = {}): Promise<Page> {
    const response = await fetch(mails.server.url + path, { redirect: 'manual', ...init });
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() };
  }

  const send = (path: string, body: string | FormData, type?: string): Promise<Page> =>
    open(path, { method: 'POST', body, ...(type === undefined ? {} : { headers: { 'Content-Type': type } }) });
  const click = (path: string): Promise<Page> => send(path, ONE_CLICK, URLENCODED);

  interface Voter {
    readonly caller: Caller;
    readonly email: string;
    /** The path of the page, by `pathOf`. */
    readonly path: string;
  }

  /** A user who voted for the post, and the path for the user's link. */
  async function newVoter(fields: { language?: string } = {}): Promise<Voter> {
    const email = mails.newEmail();
    const caller = await mails.person({ email, ...fields });
    await caller.post(`/posts/${id}/vote`).expect(200);
    return { caller, email, path: pathOf(caller.id) };
  }

  const pathOf = (reader: string): string =>
    `/u/${mails.server.services.feedback.unsubscribeLinks.tokenOf({ projectId: 11, reader, subject: `post:${id}` })}`;
  const isSubscribed = async ({ caller }: Voter): Promise<boolean> => (await caller.get(`/posts/${id}`).expect(200)).body.data.subscribed;
  const rows = () =>
    mails.select<{ user_id: string }>('SELECT user_id, is_subscribed, is_mailed FROM post_subscriptions WHERE post_id = :id', { id });
  const storedUser = async ({ caller }: Voter): Promise<User> => {
    const found = await mails.server.db.model(User).findOne({ where: { projectId: 11, id: caller.id } });
    assert.ok(found !== null);
    return found;
  };
  const headerOf = ({ email }: ReceivedMail, key: string): string | undefined => email.headers.find((header) => header.key === key)?.value;

  describe('the mail', () => {
    it('has both headers and a link in its foot', async () => {
      for (const [language, foot, link] of [
        ['en', 'To stop these mails, open this link:', 'Stop these mails'],
        ['ar', 'لإيقاف هذه الرسائل، افتح هذا الرابط:', 'إيقاف هذه الرسائل'],
      ] as const) {
        const { email, path, caller } = await newVoter({ language });
        await mails.move(id, `status=${language === 'en' ? 'planned' : 'in_progress'}`);
        const [mail] = await mails.inbox(email, 1);
        assert.ok(mail !== undefined);
        const url = PUBLIC_URL + path;
        assert.equal(headerOf(mail, 'list-unsubscribe'), `<${url}>`);
        assert.equal(headerOf(mail, 'list-unsubscribe-post'), ONE_CLICK);
        assert.ok(mail.email.text?.includes(`\n\n—\n\n${foot}\n${url}\n`), mail.email.text);
        assert.ok(mail.email.html?.includes(`<a href="${url}">${link}</a>`), mail.email.html);
        assert.match(mail.raw, /^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m);
        for (const secret of [email, email.split('@')[0] ?? '', (await storedUser({ caller, email, path })).phone])
          assert.ok(!url.includes(secret));
        assert.ok(path.length < 70, path);
      }
    });

    it('has them too when a changelog entry is published', async () => {
      const [staying, leaving] = [await newVoter(), await newVoter()];
      await click(leaving.path);
      await mails.moderator.post('/changelog', { title: 'Dark mode', content: 'It is here.', linkedPostIds: [id] }).expect(201);
      const [mail] = await mails.inbox(staying.email, 1);
      assert.ok(mail !== undefined);
      assert.equal(headerOf(mail, 'list-unsubscribe'), `<${PUBLIC_URL}${staying.path}>`);
      assert.ok(mail.email.html?.includes(`<a href="${PUBLIC_URL}${staying.path}">`));
      await mails.inbox(leaving.email, 0);
      const items = (await leaving.caller.get('/me/inbox').expect(200)).body.data as { type: string }[];
      assert.deepEqual(
        items.map(({ type }) => type),
        ['changelog.published'],
      );
    });

    it('has neither for the review of a guest', async () => {
      const review = await mails.guestReview();
      await mails.moderator.put(`/admin/reviews/${review.id}/status?status=approved`).expect(200);
      const [mail] = await mails.inbox(review.email, 1);
      assert.ok(mail !== undefined);
      assert.deepEqual([headerOf(mail, 'list-unsubscribe'), headerOf(mail, 'list-unsubscribe-post')], [undefined, undefined]);
      assert.doesNotMatch(mail.email.text ?? '', /—|http/);
    });

    it('is not sent after the reader unsubscribed', async () => {
      const [leaving, staying, silent] = [await newVoter(), await newVoter(), await newVoter()];
      const { mailer } = mails.server.services;
      await mailer.stop();
      await mails.move(id, 'status=planned');
      await mails.waitForBroadcasts();
      await click(leaving.path);
      await send(silent.path, `${ONE_CLICK}&scope=all`, URLENCODED);
      mailer.start();
      await mails.inbox(staying.email, 1);
      for (const { email } of [leaving, silent]) {
        await mails.inbox(email, 0);
        assert.deepEqual(await mails.select('SELECT state FROM mail_outbox WHERE recipient = :email', { email }), [{ state: 'unwanted' }]);
      }
    });

    it('is not queued after the reader unsubscribed', async () => {
      const [leaving, staying] = [await newVoter(), await newVoter()];
      const { broadcasts } = mails.server.services.feedback;
      await broadcasts.stop();
      await mails.move(id, 'status=planned');
      await click(leaving.path);
      broadcasts.start();
      await mails.inbox(staying.email, 1);
      assert.deepEqual(await mails.select('SELECT id FROM mail_outbox WHERE recipient = :email', { email: leaving.email }), []);
    });
  });

  describe('POST /u/:token', () => {
    it('stops mails about the post, repeatably', async () => {
      const voter = await newVoter();
      const form = new FormData();
      form.set('List-Unsubscribe', 'One-Click');
      for (const answer of [await click(voter.path), await send(voter.path, form), await click(`${voter.path}?lang=ar`)]) {
        assert.equal(answer.status, 200);
        assert.deepEqual([answer.headers['set-cookie'], answer.headers['location']], [undefined, undefined]);
        assert.equal(await isSubscribed(voter), false);
      }
      assert.deepEqual((await rows()).length, 1);
      assert.equal((await storedUser(voter)).notifications, true);
      assert.match((await click(voter.path)).text, /You get no more mails about this request\./);
      assert.match((await click(`${voter.path}?lang=ar`)).text, /لن تصلك رسائل أخرى عن هذا الطلب/);
    });

    it('leaves the reader to the inbox until a PUT', async () => {
      const voter = await newVoter();
      await click(voter.path);
      await voter.caller.post('/comments', { entityType: 'post', entityId: id, content: 'Me too' }).expect(201);
      const readerOf = async () => {
        const { readers } = await nextReaders(mails.server.db, { projectId: 11, postIds: [id], after: '' });
        return readers.find(({ userId }) => userId === voter.caller.id);
      };
      assert.deepEqual(await readerOf(), { userId: voter.caller.id, role: 'voter', mailedFor: null });
      await voter.caller.delete(`/posts/${id}/vote`).expect(200);
      assert.deepEqual(await readerOf(), { userId: voter.caller.id, role: 'subscriber', mailedFor: null });
      await voter.caller.put(`/posts/${id}/subscription`).expect(200);
      assert.deepEqual(
        [await readerOf(), await isSubscribed(voter)],
        [{ userId: voter.caller.id, role: 'subscriber', mailedFor: id }, true],
      );
      await click(voter.path);
      await voter.caller.delete(`/posts/${id}/subscription`).expect(200);
      assert.deepEqual([await readerOf(), await isSubscribed(voter)], [undefined, false]);
    });

    it('gives a voter nothing more when the vote ends', async () => {
      const voter = await newVoter();
      await click(voter.path);
      await voter.caller.delete(`/posts/${id}/vote`).expect(200);
      const { readers } = await nextReaders(mails.server.db, { projectId: 11, postIds: [id], after: '' });
      assert.deepEqual(
        readers.map(({ userId }) => userId),
        [author.id],
      );
    });

    it('switches notifications off for all mails', async () => {
      const voter = await newVoter();
      await addWebhook(mails.server.db, ['user.updated']);
      const before = await storedUser(voter);
      for (let clicks = 0; clicks < 2; clicks += 1)
        assert.match((await send(voter.path, `${ONE_CLICK}&scope=all`, URLENCODED)).text, /no more mails but those about your account/);
      const after = await storedUser(voter);
      assert.deepEqual([before.notifications, after.notifications], [true, false]);
      assert.equal(after.revision, before.revision + 1);
      const events = (await queuedEvents(mails.server.db)).filter(({ subject }) => subject === `user:${voter.caller.id}`);
      assert.deepEqual(
        events.map(({ type, revision, actor }) => [type, revision, actor]),
        [['user.updated', after.revision, `user:${voter.caller.id}`]],
      );
      assert.deepEqual(await rows(), []);
      await mails.move(id, 'status=declined');
      await mails.inbox(voter.email, 0);
    });

    it('stops only the post for an operator', async () => {
      const values = { username: 'stopper', password: 'battery staple horse', role: 'staff', email: mails.newEmail() };
      const { body } = await admin(mails.server).post('/admin/projects/11/operators', values).expect(201);
      const operator = staff(mails.server, { operatorId: body.id });
      await operator.post(`/posts/${id}/vote`).expect(200);
      const path = pathOf(operator.id);
      assert.doesNotMatch((await open(path)).text, /Stop all mails/);
      assert.match((await send(path, `${ONE_CLICK}&scope=all`, URLENCODED)).text, /no more mails about this request/);
      assert.deepEqual(await rows(), [{ user_id: operator.id, is_subscribed: null, is_mailed: 0 }]);
    });

    it('leaves nothing of a gone account', async () => {
      const [voter, gone] = [await newVoter(), await newVoter()];
      await executeAcrossProjects(mails.server.db, 'UPDATE users SET deleted_at = :now WHERE id = :id', {
        id: gone.caller.id,
        now: new Date(),
      });
      for (const body of [ONE_CLICK, `${ONE_CLICK}&scope=all`]) assert.equal((await send(gone.path, body, URLENCODED)).status, 200);
      assert.deepEqual([await rows(), (await storedUser(gone)).notifications], [[], true]);
      await author.delete(`/posts/${id}`).expect(200);
      assert.equal((await click(voter.path)).status, 200);
      assert.deepEqual(await rows(), []);
    });

    it('refuses forms without the field, and other bodies', async () => {
      const voter = await newVoter();
      const bodies = [
        ['', URLENCODED, 400],
        ['List-Unsubscribe=Two-Clicks', URLENCODED, 400],
        ['list-unsubscribe=One-Click', URLENCODED, 400],
        [`${ONE_CLICK}&scope=none`, URLENCODED, 400],
        ['broken', 'multipart/form-data', 400],
        ['broken', 'multipart/form-data; boundary=x', 400],
        [ONE_CLICK, 'text/plain', 415],
        ['{"List-Unsubscribe":"One-Click"}', 'application/json', 415],
        [`${ONE_CLICK}&x=${'a'.repeat(300_000)}`, URLENCODED, 413],
      ] as const;
      for (const [body, type, status] of bodies) {
        const answer = await send(voter.path, body, type);
        assert.equal(answer.status, status, body.slice(0, 40));
        assert.equal(answer.headers['content-type'], 'text/html; charset=utf-8');
      }
      assert.equal((await open(voter.path, { method: 'POST' })).status, 415);
      assert.equal(await isSubscribed(voter), true);
    });
  });

  describe('GET /u/:token', () => {
    it('changes nothing, and neither does HEAD', async () => {
      const voter = await newVoter();
      const { status, headers, text } = await open(voter.path);
      assert.equal(status, 200);
      assert.match(text, /<form method="post"[\s\S]*name="List-Unsubscribe" value="One-Click"/);
      assert.match(text, /Dark &lt;i&gt;mode&lt;\/i&gt;/);
      assert.doesNotMatch(text, /<script|\son\w+=|\sstyle=|https?:/i);
      assert.equal(headers['cache-control'], 'no-store');
      assert.equal(headers['referrer-policy'], 'no-referrer');
      assert.match(
        String(headers['content-security-policy']),
        /^default-src 'none';style-src 'sha256-[^']+';img-src data:;base-uri 'none';form-action 'self';frame-ancestors 'none'$/,
      );
      const head = await ask(mails.server.url, voter.path, { method: 'HEAD' });
      assert.deepEqual([head.status, head.text], [200, '']);
      assert.deepEqual([await isSubscribed(voter), (await storedUser(voter)).notifications, await rows()], [true, true, []]);
      assert.match((await open(voter.path, { headers: { 'Accept-Language': 'ar' } })).text, /إيقاف رسائل هذا الطلب/);
    });

    it('hides the title of a post that not everyone sees', async () => {
      const voter = await newVoter();
      await executeAcrossProjects(mails.server.db, "UPDATE posts SET moderation = 'hidden' WHERE id = :id", { id });
      const { status, text } = await open(voter.path);
      assert.equal(status, 200);
      assert.doesNotMatch(text, /Dark/);
      await executeAcrossProjects(mails.server.db, "UPDATE posts SET moderation = 'visible' WHERE id = :id", { id });
    });

    it('is a 404 page for wrong tokens', async () => {
      const voter = await newVoter();
      const token = voter.path.slice('/u/'.length);
      const foreign = new UnsubscribeLinks(loadSecretKeys('another pepper of another server', ''), null);
      const [digest = '', reader = '', project = '', subject = ''] = token.split('.');
      const wrong = [
        foreign.tokenOf({ projectId: 11, reader: voter.caller.id, subject: `post:${id}` }),
        token.slice(0, -1),
        token.slice(1),
        `${token}0`,
        `${token}.`,
        token.toLowerCase(),
        token.toUpperCase(),
        `${digest}.${reader}.12.${subject}`,
        `${digest}.${reader}.${project}.post-${id + 1}`,
        `${digest}=.${reader}.${project}.${subject}`,
        digest,
        `.${reader}.${project}.${subject}`,
        'x',
        '%00',
        'a'.repeat(5_000),
      ];
      for (const text of wrong) {
        for (const answer of [await open(`/u/${text}`), await click(`/u/${text}`)]) {
          assert.equal(answer.status, 404, text);
          assert.match(answer.text, /This link is not complete or not valid/);
        }
      }
      assert.match((await open('/u/x?lang=ar')).text, /هذا الرابط ناقص أو غير صالح/);
      assert.equal(await isSubscribed(voter), true);
    });

    it('allows no method but POST beside', async () => {
      const { path } = await newVoter();
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const answer = await ask(mails.server.url, path, { method });
        assert.equal(refusal(answer), '405 method_not_allowed');
        assert.equal(answer.headers.allow, 'GET, HEAD, POST, OPTIONS');
      }
      assert.equal((await ask(mails.server.url, path, { method: 'OPTIONS' })).status, 204);
    });
  });
});

describe('mails of a server without PUBLIC_URL', () => {
  it('name the setting in their foot instead', async () => {
    const mails = await StatusMails.start();
    try {
      const email = mails.newEmail();
      const id = await mails.newPost(await mails.person({ email }));
      await mails.move(id, 'status=planned');
      const [mail] = await mails.inbox(email, 1);
      assert.doesNotMatch(mail?.raw ?? '', /List-Unsubscribe/i);
      assert.match(mail?.email.text ?? '', /switch off “Notifications” in the settings of the app/);
      assert.doesNotMatch(mail?.email.html ?? '', /<a /);
    } finally {
      await mails.close();
    }
  });
});

describe('the limits of the page to stop mails', () => {
  it('count readers of valid tokens and addresses of others', async () => {
    const mails = await StatusMails.start({ PUBLIC_URL, RATE_LIMIT_WRITE: '2/60', RATE_LIMIT_GLOBAL: '2/60' });
    try {
      const links = mails.server.services.feedback.unsubscribeLinks;
      const askFor = async (path: string): Promise<number> => (await fetch(`${mails.server.url}/u/${path}`)).status;
      const [one, other] = [1, 2].map((reader) => links.tokenOf({ projectId: 11, reader: `operator:${reader}`, subject: 'post:1' }));
      assert.deepEqual([await askFor(`${one}`), await askFor(`${one}`), await askFor(`${one}`)], [200, 200, 429]);
      assert.deepEqual([await askFor(`${other}`), await askFor('x'), await askFor('x'), await askFor('x')], [200, 404, 404, 429]);
      const page = await fetch(`${mails.server.url}/u/x`);
      assert.match(String(page.headers.get('retry-after')), /^\d+$/);
      assert.match(await page.text(), /Too many requests/);
    } finally {
      await mails.close();
    }
  });
});
