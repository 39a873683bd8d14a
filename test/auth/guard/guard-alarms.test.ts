import assert from 'node:assert/strict';
import { mailNotices } from '../../../server/services/platform-admin/notices/notices.ts';
import { always } from '../../support/always.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { readMetrics } from '../../support/metrics.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { PASSWORD } from '../support.ts';
import { type Crowd, startCrowd } from './guard-support.ts';

const HOUR = 3_600;
const WAITING = "SELECT id FROM mail_outbox WHERE state = 'waiting'";

describe('an alarm of the guard', () => {
  let smtp: MailServer;
  let crowd: Crowd;

  beforeEach(async () => {
    smtp = await startMailServer();
    crowd = await startCrowd({ SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' });
  });
  afterEach(async () => {
    await crowd.otp.auth.close();
    await smtp.close();
  });

  const detailsOf = async (action: string): Promise<Record<string, unknown>[]> => {
    const sql = 'SELECT details FROM audit_log WHERE project_id = 11 AND action = :action ORDER BY id';
    return (await selectRows<{ details: string }>(crowd.otp.server.db, sql, { action })).map(({ details }) => JSON.parse(details));
  };
  const fillCountry = async (): Promise<void> => {
    for (let sent = 0; sent < 30; sent += 1) assert.equal(await crowd.ask(crowd.newPhone('EG')), 'sent');
    crowd.otp.clock.advance(120);
    assert.equal(await crowd.ask(crowd.newPhone('EG')), '429 otp_budget');
  };
  /** A tenth of the floors: 3 unused codes to a country in an hour and 10 in a day, 6 and 20 in the project. */
  const small = () => crowd.project({ guardScale: 0.1 });
  const ask = (country: 'EG' | 'SA' | 'JO') => crowd.ask(crowd.newPhone(country), crowd.newAddress(), { project: small() });
  const askCapped = (project: ReturnType<Crowd['project']>, phone = crowd.newPhone()) => crowd.ask(phone, '', { project });

  it('becomes a notice of the hour, for country and cap', async () => {
    const fields = { username: 'chief', password: PASSWORD, role: 'admin', email: 'chief@example.com' };
    await admin(crowd.otp.server).post('/admin/projects/11/operators', fields).expect(201);
    await fillCountry();
    const project = crowd.project({ capPerDay: 5 });
    for (let sent = 0; sent < 7; sent += 1) await askCapped(project);
    const notices = { ...crowd.otp.server.services.notices, clock: crowd.otp.clock };
    await mailNotices(notices, always);
    assert.equal(smtp.mails.length, 0);
    crowd.otp.clock.advance(HOUR);
    for (let run = 0; run < 2; run += 1) await mailNotices(notices, always);
    await until(async () => (await selectRows(crowd.otp.server.db, WAITING)).length === 0, undefined, 20_000);
    assert.deepEqual(smtp.mails.map(({ to, email }) => `${to.join()}: ${email.subject}`).sort(), [
      'chief@example.com: Codes are refused: too many of them are not used (project 11)',
      'chief@example.com: The codes of this day reach their limit (project 11)',
    ]);
    const text = smtp.mails.map(({ email }) => email.text).join('\n');
    for (const line of [/30 codes of the last hour were not used, and 0 were\. Country: EG\./, /4 of 5 messages/, /5 of 5 messages/])
      assert.match(text, line);
  });

  describe('within an hour', () => {
    it('is raised once, and again after the hour', async () => {
      // above the floor of the day, so that it is refused for the whole day
      for (let sent = 0; sent < 10; sent += 1) assert.equal(await ask('EG'), 'sent');
      crowd.otp.clock.advance(120);
      const alarms: number[] = [];
      for (const seconds of [0, HOUR - 1, 1, HOUR - 1, 1]) {
        crowd.otp.clock.advance(seconds);
        for (let refused = 0; refused < 2; refused += 1) assert.equal(await ask('EG'), '429 otp_budget');
        alarms.push((await detailsOf('otp.guard_acted')).length);
      }
      assert.deepEqual(alarms, [1, 1, 2, 2, 3]);
    });

    it('is one for the country and the project', async () => {
      for (const country of ['EG', 'SA'] as const) {
        for (let sent = 0; sent < 3; sent += 1) assert.equal(await ask(country), 'sent');
        crowd.otp.clock.advance(120);
        assert.equal(await ask(country === 'EG' ? 'EG' : 'JO'), '429 otp_budget');
      }
      const series = await readMetrics(crowd.otp.server.url);
      const refused = ['country', 'project'].map((name) =>
        series.get(`diwan_otp_guard_refusals_total{dimension="${name}",mode="enforce"}`),
      );
      assert.deepEqual(refused, [1, 1]);
      const alarms = await detailsOf('otp.guard_acted');
      assert.deepEqual(
        alarms.map(({ dimension }) => dimension),
        ['country'],
      );
    });

    it('is raised once for refusals at the cap', async () => {
      const project = crowd.project({ capPerDay: 1 });
      const alarms: number[] = [];
      for (const seconds of [0, HOUR - 1, 1]) {
        crowd.otp.clock.advance(seconds);
        for (let refused = 0; refused < 3; refused += 1) await askCapped(project);
        alarms.push((await detailsOf('otp.cap_reached')).length);
      }
      // the first message is four fifths of the cap and all of it
      assert.deepEqual(alarms, [2, 2, 3]);
    });
  });
});
