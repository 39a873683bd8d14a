import assert from 'node:assert/strict';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import { recordAudits } from '../../../server/platform/db/records/audit.ts';
import { inTransaction } from '../../../server/platform/db/transactions/transaction.ts';
import { guest } from '../../feedback/support.ts';
import { answering, startReceiver } from '../../platform/webhooks/receiver.ts';
import { execute, selectRows } from '../../support/databases/sql.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { startServer } from '../../support/server.ts';
import { DUTY, type Duty, HOUR_MS, MINUTE_MS, newOperator, startDuty } from './notice-support.ts';

const GUARD = { dimension: 'country', country: 'EG', window: 'hour', unused: 30, used: 2, availableIn: 100 };
const REFUSED = 'Codes are refused: too many of them are not used (project 11)';
const CAPPED = 'The codes of this day reach their limit (project 11)';

describe('a notice about acts of the server', () => {
  let duty: Duty;

  beforeEach(async () => {
    duty = await startDuty();
    await duty.set({ notices: { to: DUTY } });
  });
  afterEach(() => duty.close());

  const toDuty = (...subjects: string[]): [string, string][] =>
    DUTY.flatMap((to) => subjects.sort().map((subject): [string, string] => [to, subject]));
  const queued = async (): Promise<number> => (await selectRows(duty.server.db, 'SELECT audit_id FROM notice_acts')).length;

  it('goes out once, when the hour is over', async () => {
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.advance(20 * MINUTE_MS);
    await duty.act('otp.guard_acted', { ...GUARD, country: 'SA' });
    duty.clock.set('2026-03-10T10:59:59.999Z');
    await duty.run();
    assert.deepEqual(await duty.mails(), []);
    duty.clock.set('2026-03-10T11:00:00.000Z');
    for (let run = 0; run < 3; run += 1) await duty.run();
    assert.deepEqual(await duty.mails(), toDuty(REFUSED));
    const text = duty.text(-1);
    assert.match(text, /^2026-03-10 10:05 UTC: 30 codes of the last hour were not used, and 2 were\. Country: EG\.$/m);
    assert.match(text, /^2026-03-10 10:25 UTC: .* Country: SA\.$/m);
    assert.match(text, /See: \/console\/settings\/codes\?project=11$/m);
    assert.match(text, /`diwan projects set 11 --notices-to …`/);
    assert.equal(await queued(), 0);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.equal((await duty.mails()).length, DUTY.length);
  });

  it('is one for each kind, project and hour', async () => {
    await duty.act('otp.guard_acted', GUARD);
    await duty.act('otp.cap_reached', { messages: 4, capPerDay: 5 });
    await duty.act('otp.cap_reached', { messages: 5, capPerDay: 5 });
    await duty.set({ notices: { to: ['other@example.com'] } }, 12);
    await duty.act('otp.cap_reached', { messages: 9, capPerDay: 9 }, { projectId: 12 });
    duty.clock.advance(HOUR_MS);
    await duty.run();
    const other: [string, string] = ['other@example.com', 'The codes of this day reach their limit (project 12)'];
    assert.deepEqual(await duty.mails(), [...toDuty(REFUSED, CAPPED), other]);
    const capped = duty.smtp.mails.find(({ email }) => email.subject === CAPPED);
    assert.match(capped?.email.text ?? '', /: 4 of 5 messages .*\s+.*: 5 of 5 messages /);
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(5), toDuty(REFUSED));
  });

  it('is written by a crash guard, with its reason', async () => {
    const reason = '3 of 20 users (15.0 %) saw 2.0.0 crash in 24 hours; the guard allows 10.0 %.';
    await duty.act('version.halted', { before: { rolloutState: 'active' }, reason }, { subject: 'app:souq' });
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), toDuty('A release was halted by its crash guard (project 11)'));
    assert.match(duty.text(-1), /^2026-03-10 10:05 UTC app:souq$/m);
    assert.ok(duty.text(-1).includes(`\n    ${reason}\n`));
    assert.match(duty.text(-1), /See: \/console\/apps\/souq\/releases\?project=11$/m);
    assert.doesNotMatch(duty.text(-1), /rolloutState/);
  });

  it('about no project goes to the default project', async () => {
    await duty.act('webhook.disabled', { reason: 'gone' }, { projectId: null, subject: 'webhook:7' });
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), toDuty('A webhook was switched off (project 11)'));
    assert.match(duty.text(-1), /^2026-03-10 10:05 UTC webhook:7: Its receiver answered 410/m);
  });

  it('is written once when a receiver of webhooks is gone', async () => {
    const other = await startDuty({ WEBHOOK_ALLOW_PRIVATE: '127.0.0.0/8' });
    const receiver = await startReceiver();
    receiver.behave(answering(410));
    try {
      await other.set({ notices: { to: ['duty@example.com'] } });
      const { body } = await admin(other.server)
        .post('/admin/webhooks', { url: receiver.url, events: ['review.*'] })
        .expect(201);
      const review = { itemId: 1, itemType: 'product', rating: 4, guestEmail: 'guest@example.com' };
      await guest(other.server).post('/reviews', review).expect(201);
      await until(async () => (await admin(other.server).get(`/admin/webhooks/${body.id}`)).body.disabledReason === 'gone');
      // the review has not waited an hour
      other.clock.set('2026-03-10T11:00:00.000Z');
      for (let run = 0; run < 2; run += 1) await other.run();
      assert.deepEqual(await other.mails(), [['duty@example.com', 'A webhook was switched off (project 11)']]);
      assert.match(other.text(-1), new RegExp(`webhook:${body.id}: Its receiver answered 410`));
    } finally {
      await other.close();
      await receiver.close();
    }
  });

  it('says nothing about acts of people or other acts', async () => {
    const person = { actor: { kind: 'operator', id: 1, username: 'sara' }, requestId: null, address: null, now: duty.clock.now() } as const;
    const halted = { projectId: 11, action: 'version.halted', subject: 'app:souq' };
    await recordAudits(duty.server.db, person, [halted]);
    for (const action of ['review.auto_hidden', 'maintenance.started', 'user.erased']) await duty.act(action);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual([await duty.mails(), await queued()], [[], 0]);
  });

  it('says nothing about an act that was rolled back', async () => {
    const by = { actor: { kind: 'system', id: 'otp' }, requestId: null, address: null, now: duty.clock.now() } as const;
    const failing = inTransaction(duty.server.db, async () => {
      await recordAudits(duty.server.db, by, [{ projectId: 11, action: 'otp.guard_acted', subject: 'project:11', details: GUARD }]);
      throw new Error('rolled back');
    });
    await assert.rejects(failing, /rolled back/);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual([await duty.mails(), await queued()], [[], 0]);
  });

  it('tells only of the noticed acts that were written together', async () => {
    const by = { actor: { kind: 'system', id: 'otp' }, requestId: null, address: null, now: duty.clock.now() } as const;
    const acts = ['user.erased', 'otp.cap_reached', 'user.erased'].map((action, index) => ({
      projectId: 11,
      action,
      subject: 'project:11',
      details: { messages: index, capPerDay: 9 },
    }));
    await recordAudits(duty.server.db, by, acts);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), toDuty(CAPPED));
    assert.match(duty.text(-1), /: 1 of 9 messages /);
  });

  it('names twenty acts and counts the others', async () => {
    const by = { actor: { kind: 'system', id: 'guard' }, requestId: null, address: null, now: duty.clock.now() } as const;
    const acts = Array.from({ length: 23 }, (_, index) => ({ projectId: 11, action: 'version.crashes', subject: `app:app-${index}` }));
    await recordAudits(duty.server.db, by, acts);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.equal((await duty.mails()).length, DUTY.length);
    assert.equal(duty.text(-1).match(/app:app-\d+/g)?.length, 20);
    assert.match(duty.text(-1), /^And 3 more, see `diwan audit`\.$/m);
  });

  it('waits for the next hour after a mail', async () => {
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.set('2026-03-10T11:00:10.000Z');
    await duty.run();
    assert.equal((await duty.mails()).length, DUTY.length);
    // its transaction began before the hour was over and ended after it
    duty.clock.set('2026-03-10T10:59:59.000Z');
    await duty.act('otp.guard_acted', { ...GUARD, country: 'JO' });
    duty.clock.set('2026-03-10T11:59:59.000Z');
    await duty.run();
    assert.equal((await duty.mails()).length, DUTY.length);
    duty.clock.set('2026-03-10T12:00:00.000Z');
    await duty.run();
    assert.equal((await duty.mails()).length, 2 * DUTY.length);
    assert.match(duty.text(-1), /Country: JO\./);
  });

  it('survives clocks that are set ahead and back', async () => {
    duty.clock.set('2026-03-12T18:20:00.000Z');
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.set('2026-03-12T19:00:00.000Z');
    await duty.run();
    assert.equal((await duty.mails()).length, DUTY.length);
    await duty.act('otp.cap_reached', { messages: 5, capPerDay: 5 });
    duty.clock.set('2026-03-10T10:30:00.000Z');
    for (let run = 0; run < 2; run += 1) await duty.run();
    assert.deepEqual(await duty.mails(DUTY.length), toDuty(CAPPED));
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.set('2026-03-10T11:00:00.000Z');
    await duty.run();
    assert.deepEqual(await duty.mails(2 * DUTY.length), toDuty(REFUSED));
  });

  it('goes to active admins and owners by default', async () => {
    const { server } = duty;
    await duty.set({ notices: { to: null } });
    const owner = await newOperator(server, { email: 'owner@example.com', projectId: 12 });
    await server.db.model(Operator).update({ isOwner: true }, { where: { id: owner }, acrossProjects: true });
    const left = await newOperator(server, { email: 'left@example.com' });
    await server.db.model(Operator).update({ isActive: false }, { where: { id: left }, acrossProjects: true });
    for (const email of ['chief@example.com', 'chief@example.com']) await newOperator(server, { email });
    await newOperator(server, { email: 'clerk@example.com', role: 'staff' });
    await newOperator(server, { email: 'far@example.com', projectId: 12 });
    await newOperator(server, {});
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(
      await duty.mails(),
      ['chief@example.com', 'owner@example.com'].map((to) => [to, REFUSED]),
    );
  });

  it('is dropped where no one wants it', async () => {
    await duty.set({ notices: { to: [] } });
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual([await duty.mails(), await queued()], [[], 0]);
  });

  it('is dropped when its audit row is gone', async () => {
    await duty.act('otp.guard_acted', GUARD);
    await execute(duty.server.db, 'DELETE FROM audit_log WHERE action = :action', { action: 'otp.guard_acted' });
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual([await duty.mails(), await queued()], [[], 0]);
  });

  it('speaks Arabic where the project does first', async () => {
    await duty.set({ languages: ['ar', 'en'], notices: { to: ['duty@example.com'] } });
    await duty.act('otp.guard_acted', { ...GUARD, country: 'EG\r\nBcc: all@example.com' });
    duty.clock.advance(HOUR_MS);
    await duty.run();
    assert.deepEqual(await duty.mails(), [['duty@example.com', 'تُرفض رموز لأن كثيرًا منها لا يُستخدم (المشروع 11)']]);
    const [mail] = duty.smtp.mails;
    assert.match(mail?.email.html ?? '', /<html lang="ar" dir="rtl">/);
    assert.match(mail?.email.text ?? '', /لم يُستخدم 30 من الرموز واستُخدم 2\. الدولة: EG/);
    assert.deepEqual([mail?.email.bcc ?? [], mail?.email.headers.some(({ key }) => key === 'list-unsubscribe')], [[], false]);
  });

  it('links to the console when PUBLIC_URL is set', async () => {
    const other = await startDuty({ PUBLIC_URL: 'https://diwan.example.com' });
    try {
      await other.set({ notices: { to: ['duty@example.com'] } });
      await other.act('otp.cap_reached', { messages: 4, capPerDay: 5 });
      other.clock.advance(HOUR_MS);
      await other.run();
      await other.mails();
      assert.match(other.text(-1), /See: https:\/\/diwan\.example\.com\/console\/settings\/codes\?project=11$/m);
    } finally {
      await other.close();
    }
  });

  it('goes out by the background work of a server', async () => {
    await duty.act('otp.guard_acted', GUARD);
    duty.clock.advance(HOUR_MS);
    const second = await startServer({ env: duty.server.env, clock: duty.clock, cleanupSpreadMs: 0 });
    try {
      await until(() => duty.smtp.mails.length === DUTY.length);
      assert.deepEqual(await duty.mails(), toDuty(REFUSED));
    } finally {
      await second.close();
    }
  });

  it('queued by the release before is still sent', async () => {
    const data = { project: '11', dimension: 'country', country: 'EG', window: 'hour', unused: '30', used: '2', availableIn: '9' };
    const mail = { projectId: 11, key: 'old', to: 'chief@example.com', language: 'en', template: 'otp_guard_acted', data } as const;
    const cap = { ...mail, key: 'cap', template: 'otp_cap_reached', data: { project: '11', messages: '4', capPerDay: '5' } };
    await inTransaction(duty.server.db, () => duty.server.services.mailer.enqueue([mail, cap], duty.clock.now()));
    assert.deepEqual(
      await duty.mails(),
      [REFUSED, CAPPED].sort().map((subject) => ['chief@example.com', subject]),
    );
    const text = duty.smtp.mails.map(({ email }) => email.text).join();
    for (const line of [/30 codes of the last hour were not used, and 2 were\. Country: EG\./, /4 of 5 messages/]) assert.match(text, line);
  });

  it('is written once by 8 runs at the same time', async () => {
    const { server } = duty;
    for (let project = 20; project < 30; project += 1) {
      await admin(server).post('/admin/projects', { name: 'Race', id: project }).expect(201);
      await duty.set({ notices: { to: DUTY } }, project);
      for (const action of ['otp.guard_acted', 'otp.cap_reached']) await duty.act(action, GUARD, { projectId: project });
    }
    duty.clock.advance(HOUR_MS);
    await Promise.all(Array.from({ length: 8 }, () => duty.run()));
    assert.equal((await duty.mails()).length, 10 * 2 * DUTY.length);
    assert.equal(await queued(), 0);
  });
});
