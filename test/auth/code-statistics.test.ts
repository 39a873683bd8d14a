import assert from 'node:assert/strict';
import { deleteExpiredRows } from '../../server/services/auth/cleanup.ts';
import { selectRows } from '../support/databases/sql.ts';
import { readMetrics } from '../support/metrics.ts';
import { authClient } from '../support/requests/client.ts';
import { atOnce } from '../support/requests/key-access.ts';
import { startServer, type TestServer } from '../support/server.ts';
import { type OtpMachine, startOtpMachine } from './attempts/otp-support.ts';
import { newPhone, outcomeOf } from './support.ts';

const DAY = 86_400;

describe('GET /admin/otp/stats', () => {
  let otp: OtpMachine;

  beforeEach(async () => {
    otp = await startOtpMachine({ OTP_COOLDOWN_SECONDS: '0', OTP_GUARD: 'enforce' });
  });
  afterEach(() => otp.auth.close());

  // the clock of the server is behind that of tokens
  const clerk = (projectId = 11) => authClient(otp.server, { apiKey: otp.server.apiKey, headers: { 'X-Project-ID': String(projectId) } });
  const statsOf = async (query = '', projectId = 11) => (await clerk(projectId).get(`/admin/otp/stats${query}`).expect(200)).body;
  const period = () =>
    `from=${otp.clock.now().toISOString().slice(0, 10)}T00:00:00Z&to=${otp.clock.now().toISOString().slice(0, 10)}T23:00:00Z`;
  const row = (key: string, counts: object) => ({ key, sent: 0, delivered: null, failed: 0, used: 0, refused: 0, rate: null, ...counts });
  let addresses = 0;
  const send = (phone: string, input = {}) => {
    addresses += 1;
    return otp.send(phone, input, { ...otp.context(), address: `10.${addresses}.1.1` });
  };
  const useOne = async (phone: string) => {
    await send(phone);
    await otp.check(phone, await otp.auth.providers.codeFor(phone));
  };

  it('counts sent, used, failed and refused by country', async () => {
    for (let index = 0; index < 24; index += 1) await useOne(`+97150${String(1_000_000 + index * 10_000)}`);
    await send('+97150' + '9991234');
    await useOne(newPhone());
    otp.breakChannels();
    assert.match(await outcomeOf(send(newPhone())), /^502/);
    otp.auth.providers.mend();
    const { from, to, by, data } = await statsOf(`?${period()}`);
    assert.deepEqual([from, to, by], ['2026-06-01T00:00:00.000Z', '2026-06-01T23:00:00.000Z', 'country']);
    assert.deepEqual(data, [row('AE', { sent: 25, used: 24, rate: 0.96 }), row('SA', { sent: 1, used: 1, failed: 1 })]);
    assert.deepEqual((await statsOf(`?${period()}`, 12)).data, []);
  });

  it('counts refused codes of the guard', async () => {
    const phone = newPhone();
    for (let sent = 0; sent < 10; sent += 1) await send(phone);
    assert.match(await outcomeOf(send(phone)), /^429 otp_budget/);
    assert.deepEqual((await statsOf(`?${period()}`)).data, [row('SA', { sent: 10, refused: 1 })]);
  });

  it('names providers and lists days newest first', async () => {
    await useOne(newPhone());
    otp.clock.advance(DAY);
    await send(newPhone());
    await send(newPhone());
    const all = 'from=2026-05-30T00:00:00Z&to=2026-06-05T00:00:00Z';
    const [provider, ...others] = (await statsOf(`?by=channel&${all}`)).data;
    assert.deepEqual([provider.sent, provider.used, others], [3, 1, []]);
    assert.match(provider.key, /^[a-z]+$/);
    const days = (await statsOf(`?by=day&${all}`)).data;
    assert.deepEqual(days, [row('2026-06-02', { sent: 2 }), row('2026-06-01', { sent: 1, used: 1 })]);
  });

  it('counts a use by the time of its code', async () => {
    const phone = newPhone();
    otp.clock.advance(DAY / 2 - 60);
    await send(phone);
    otp.clock.advance(120);
    await otp.check(phone, await otp.auth.providers.codeFor(phone));
    assert.deepEqual((await statsOf('?by=day&from=2026-06-01T00:00:00Z&to=2026-06-03T00:00:00Z')).data, [
      row('2026-06-01', { sent: 1, used: 1 }),
    ]);
  });

  it('counts neither test phones nor codes by mail', async () => {
    await send('+15550100001');
    await send(newPhone(), { deliver: 'never' });
    await send(newPhone(), { purpose: 'email', queueMail: () => Promise.resolve() });
    assert.deepEqual((await statsOf(`?${period()}`)).data, []);
  });

  it('loses no count between two processes', async () => {
    const other: TestServer = await startServer({ env: otp.server.env });
    const counted = (index: number) => ({ projectId: 11, phone: newPhone(), at: otp.clock.now(), provider: `p${index % 2}` });
    await atOnce(40, async (index) => {
      const { codeStatistics } = (index % 2 === 0 ? otp.server : other).services.auth;
      codeStatistics.count('sent', counted(index));
      await codeStatistics.store();
    });
    await other.close();
    assert.deepEqual((await statsOf(`?${period()}`)).data, [row('SA', { sent: 40, rate: 0 })]);
  });

  it('stores what waits when the server ends', async () => {
    const other = await startServer({ env: otp.server.env });
    other.services.auth.codeStatistics.count('sent', { projectId: 11, phone: newPhone(), at: otp.clock.now(), provider: 'sms' });
    await other.close();
    assert.deepEqual((await statsOf(`?${period()}`)).data, [row('SA', { sent: 1 })]);
  });

  it('has a rate from 20 sent codes on', async () => {
    const { codeStatistics } = otp.service;
    const count = (name: 'sent' | 'used', country: string, times: number): void => {
      for (let counted = 0; counted < times; counted += 1)
        codeStatistics.countIn(name, { projectId: 11, country, at: otp.clock.now(), provider: 'p' });
    };
    for (const [country, sent, used] of [
      ['AE', 19, 7],
      ['EG', 20, 7],
      ['SA', 21, 7],
      ['JO', 60, 0],
    ] as const) {
      count('sent', country, sent);
      count('used', country, used);
    }
    const { data } = await statsOf(`?${period()}`);
    assert.deepEqual(
      data.map(({ key, rate }: Record<string, unknown>) => [key, rate]),
      [
        ['JO', 0],
        ['SA', 0.333],
        ['EG', 0.35],
        ['AE', null],
      ],
    );
  });

  it('lists the 200 with most codes first', async () => {
    const { codeStatistics } = otp.service;
    const at = otp.clock.now();
    for (let index = 0; index < 230; index += 1)
      for (let sent = 0; sent <= index % 115; sent += 1)
        codeStatistics.countIn('sent', { projectId: 11, country: 'SA', at, provider: `p-${String(index).padStart(3, '0')}` });
    const { data } = await statsOf(`?by=channel&${period()}`);
    const sent = data.map((each: { sent: number }) => each.sent);
    assert.deepEqual([data.length, sent[0], sent.at(-1)], [200, 115, 16]);
    assert.deepEqual(
      sent,
      sent.toSorted((one: number, two: number) => two - one),
    );
  });

  it('covers a day by default and 90 at most', async () => {
    const hours = (count: number) => new Date(otp.clock.now().getTime() - count * 3_600_000);
    for (const ago of [1, 23, 25, 90 * 24 - 1, 90 * 24 + 1])
      otp.service.codeStatistics.countIn('sent', { projectId: 11, country: 'SA', at: hours(ago), provider: 'p' });
    const sentSince = async (query: string): Promise<number> => (await statsOf(query)).data[0].sent;
    const to = `to=${otp.clock.now().toISOString()}`;
    const { from, to: end } = await statsOf(`?${to}`);
    assert.equal(Date.parse(end) - Date.parse(from), DAY * 1_000);
    assert.equal(await sentSince(`?${to}`), 2);
    assert.equal(await sentSince(`?${to}&from=${hours(90 * 24).toISOString()}`), 4);
    for (const ago of [90 * 24 + 1, 91 * 24])
      await clerk()
        .get(`/admin/otp/stats?${to}&from=${hours(ago).toISOString()}`)
        .expect(400);
  });

  it('refuses an empty time and other groupings', async () => {
    for (const query of [
      'from=2026-06-02T00:00:00Z&to=2026-06-01T00:00:00Z',
      'from=2026-06-01T00:00:00Z&to=2026-06-01T00:00:00Z',
      'by=phone',
    ])
      await clerk().get(`/admin/otp/stats?${query}`).expect(400);
  });

  it('keeps the hours of 400 days without phones', async () => {
    const phone = newPhone();
    await send(phone);
    await statsOf(`?${period()}`);
    const rows = await selectRows(otp.server.db, 'SELECT * FROM code_statistics');
    assert.ok(!JSON.stringify(rows).includes(phone.slice(4)));
    const now = (days: number) => new Date(otp.clock.now().getTime() + days * DAY * 1_000);
    await deleteExpiredRows(otp.service, now(399), () => Promise.resolve(true));
    assert.equal((await selectRows(otp.server.db, 'SELECT * FROM code_statistics')).length, 1);
    await deleteExpiredRows(otp.service, now(401), () => Promise.resolve(true));
    assert.equal((await selectRows(otp.server.db, 'SELECT * FROM code_statistics')).length, 0);
  });

  it('appears in the metrics by country', async () => {
    await useOne(newPhone());
    const series = await readMetrics(otp.server.url);
    const names = ['sends_total{country="SA"}', 'used_total{country="SA"}', 'guard_refusals_total{dimension="phone",mode="enforce"}'];
    assert.deepEqual(
      names.map((name) => series.get(`diwan_otp_${name}`)),
      [1, 1, 0],
    );
  });

  it('has both series of each of the busiest countries', () => {
    const { codeStatistics } = otp.server.services.auth;
    const of = (phone: string) => ({ projectId: 11, phone, at: otp.clock.now(), provider: 'sms' });
    for (let sent = 0; sent < 3; sent += 1) codeStatistics.count('sent', of('+201012341234'));
    codeStatistics.count('used', of('+962791231234'));
    // a country in which no code was used since the start: its alert needs the 0
    assert.deepEqual(codeStatistics.totals('used'), [
      { country: 'EG', value: 0 },
      { country: 'other', value: 1 },
    ]);
    assert.deepEqual(codeStatistics.totals('sent'), [
      { country: 'EG', value: 3 },
      { country: 'other', value: 0 },
    ]);
  });
});
