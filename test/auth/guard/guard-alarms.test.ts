import assert from 'node:assert/strict';
import { Operator } from '../../../models/platform-admin/Operator.ts';
import { selectRows } from '../../support/databases/sql.ts';
import { readMetrics } from '../../support/metrics.ts';
import { type MailServer, startMailServer } from '../../support/programs/mail-server.ts';
import { until } from '../../support/programs/process.ts';
import { admin } from '../../support/requests/client.ts';
import { PASSWORD } from '../support.ts';
import { type Crowd, startCrowd } from './guard-support.ts';

const HOUR = 3_600;
const ADMINS = ['chief@example.com', 'owner@example.com', 'second@example.com'];

interface NewOperator {
  readonly email?: string;
  readonly role?: 'staff' | 'admin';
  readonly projectId?: number;
  readonly values?: Partial<Pick<Operator, 'isOwner' | 'isActive'>>;
}

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

  describe('a mail about it', () => {
    let operators = 0;
    const newOperator = async ({ email, role = 'admin', projectId = 11, values }: NewOperator): Promise<void> => {
      operators += 1;
      const username = `operator-${operators}`;
      const fields = { username, password: PASSWORD, role, ...(email === undefined ? {} : { email }) };
      await admin(crowd.otp.server).post(`/admin/projects/${projectId}/operators`, fields).expect(201);
      if (values !== undefined) await crowd.otp.server.db.model(Operator).update(values, { where: { username }, acrossProjects: true });
    };

    beforeEach(async () => {
      await newOperator({ email: 'chief@example.com' });
      await newOperator({ email: 'second@example.com' });
      await newOperator({ email: 'owner@example.com', projectId: 12, values: { isOwner: true } });
      await newOperator({ email: 'left@example.com', values: { isActive: false } });
      await newOperator({ email: 'clerk@example.com', role: 'staff' });
      await newOperator({ email: 'other@example.com', projectId: 12 });
      await newOperator({});
    });

    /** Recipient and subject of all mails, once none waits. */
    const mailed = async (): Promise<[string, string][]> => {
      const waiting = "SELECT id FROM mail_outbox WHERE state IN ('waiting', 'sending') AND project_id = 11";
      await until(async () => (await selectRows(crowd.otp.server.db, waiting)).length === 0, undefined, 20_000);
      return smtp.mails.map(({ to, email }): [string, string] => [to.join(), email.subject ?? '']).sort();
    };

    it('goes to active admins and owners only', async () => {
      await fillCountry();
      await until(() => smtp.mails.length >= ADMINS.length, undefined, 20_000);
      assert.deepEqual(
        await mailed(),
        ADMINS.map((to) => [to, 'Codes are refused: too many of them are not used']),
      );
      for (const { email } of smtp.mails) {
        assert.match(email.text ?? '', /^Project 11: 30 codes of the last hour were not used, and 0 were\b.*\bCountry: EG\.$/m);
        assert.match(email.text ?? '', /diwan otp stats/);
      }
    });

    it('goes out at four fifths and at the cap', async () => {
      const project = crowd.project({ capPerDay: 5 });
      for (let sent = 0; sent < 7; sent += 1) await askCapped(project);
      await until(() => smtp.mails.length >= 2 * ADMINS.length, undefined, 20_000);
      assert.deepEqual(
        await mailed(),
        ADMINS.flatMap((to) => [4, 5].map((messages) => [to, `${messages} of 5 codes of this day are sent`])),
      );
    });
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
