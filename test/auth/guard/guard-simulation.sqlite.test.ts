import assert from 'node:assert/strict';
import { mayReceiveCodes } from '../../../server/domain/phone.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import { networkDigest } from '../../../server/services/auth/otp/guard/dimensions.ts';
import { newCode } from '../../../server/services/auth/otp/otp-codes.ts';
import { type Crowd, startCrowd } from './guard-support.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Codes that strangers may get out of a project in a day. */
const LID = 400;

interface Request {
  /** Seconds since the start. */
  readonly at: number;
  readonly phone: string;
  readonly address: string;
  readonly projectId?: number;
  /** Seconds until the code is used; never for strangers. */
  readonly usedAfter?: number;
}

interface Result {
  readonly sent: number;
  readonly refused: number;
  /** Codes of requests whose code is never used. */
  readonly toStrangers: number;
  readonly refusedUsers: number;
}

const NEVER = ['+881612345678', '+8821612345678', '+19005551234', '+447012345678', '+87077312345', '+97912345678', '+80012345678'];

describe('the guard against pumped codes', () => {
  let crowd: Crowd;

  beforeEach(async () => {
    crowd = await startCrowd();
  });
  afterEach(() => crowd.otp.auth.close());

  /** Sends the requests minute by minute, and uses codes when their time comes. */
  async function simulate(requests: readonly Request[]): Promise<Result> {
    const { otp } = crowd;
    const { guard, secrets } = otp.service;
    const { phone: phoneSettings } = otp.project.settings;
    const start = otp.clock.now().getTime();
    const uses = new Map<number, (() => Promise<void>)[]>();
    const result = { sent: 0, refused: 0, toStrangers: 0, refusedUsers: 0 };
    const byStep = new Map<number, Request[]>();
    for (const request of requests) {
      const step = Math.floor(request.at / 10);
      byStep.set(step, [...(byStep.get(step) ?? []), request]);
    }
    const last = Math.max(...byStep.keys()) + 30;
    for (let step = 0; step <= last; step += 1) {
      await Promise.all((uses.get(step) ?? []).map((use) => use()));
      await Promise.all((byStep.get(step) ?? []).map((request) => send(request)));
    }
    return result;

    async function send({ at, phone, address, projectId = 11, usedAfter }: Request): Promise<void> {
      const now = new Date(start + at * 1_000);
      const source = { projectId, phone, network: networkDigest(secrets, projectId, address) };
      const project = { ...(projectId === 11 ? otp.project : otp.other) };
      try {
        if (!mayReceiveCodes(phone, phoneSettings)) throw new ApiError(403, 'phone_not_allowed', '');
        const key = { projectId, phone, purpose: 'login', requester: 'anyone' } as const;
        const code = newCode({ service: otp.service, now }, { ...key, code: '123456' }, { ttlSeconds: 300, network: source.network });
        await guard.take({ project, code, now, source, isKnownDevice: false, isFree: false });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        result.refused += 1;
        if (usedAfter !== undefined) result.refusedUsers += 1;
        return;
      }
      result.sent += 1;
      if (usedAfter === undefined) {
        result.toStrangers += 1;
        return;
      }
      const due = Math.floor((at + usedAfter) / 10) + 1;
      const use = () => guard.noteUse(source, { sentAt: now, now: new Date(start + (at + usedAfter) * 1_000) });
      uses.set(due, [...(uses.get(due) ?? []), use]);
    }
  }

  const spread = (count: number, seconds: number, make: (index: number) => Omit<Request, 'at'>): Request[] =>
    Array.from({ length: count }, (_, index) => ({ at: Math.floor((index * seconds) / count), ...make(index) }));
  /** The digits of a number that look random, the same in every run. */
  const digits = (index: number, length: number): string =>
    String(Math.abs(Math.imul(index + 1, 2_654_435_761)) % 10 ** length).padStart(length, '0');
  const address = (index: number): string => `${20 + (index % 180)}.${Math.floor(index / 180) % 250}.${Math.floor(index / 45_000)}.9`;
  const COUNTRIES = ['+9665', '+2010', '+62812', '+923', '+8801', '+2557', '+99890', '+3816', '+26377'];
  const somewhere = (index: number): string => `${COUNTRIES[index % COUNTRIES.length]}${digits(index, 8)}`;
  const report = (name: string, result: Result): void => console.log(`      ${name}: ${JSON.stringify(result)}`);

  it('holds one address that pumps many countries', async () => {
    const result = await simulate(spread(2_000, DAY, (index) => ({ phone: somewhere(index), address: '203.0.113.7' })));
    report('one address, many countries', result);
    assert.ok(result.toStrangers <= 30, String(result.toStrangers));
  });

  it('holds many addresses that pump one prefix', async () => {
    const result = await simulate(spread(2_000, DAY, (index) => ({ phone: `+99890111${digits(index, 4)}`, address: address(index) })));
    report('many addresses, one prefix', result);
    assert.ok(result.toStrangers <= 20, String(result.toStrangers));
  });

  it('holds a slow drip over a day', async () => {
    const result = await simulate(spread(1_440, DAY, (index) => ({ phone: somewhere(index), address: address(index) })));
    report('slow drip', result);
    assert.ok(result.toStrangers <= LID, String(result.toStrangers));
  });

  it('holds rotating networks in a burst', async () => {
    const result = await simulate(spread(1_500, HOUR, (index) => ({ phone: somewhere(index), address: address(index) })));
    report('rotating networks', result);
    assert.ok(result.toStrangers <= LID, String(result.toStrangers));
  });

  it('holds pumped codes between some used ones', async () => {
    const pumped = spread(1_500, DAY, (index) => ({ phone: somewhere(index), address: address(index) }));
    const used = spread(100, DAY, (index) => ({ phone: `+96659${digits(index, 7)}`, address: address(90_000 + index), usedAfter: 40 }));
    const result = await simulate([...pumped, ...used].sort((a, b) => a.at - b.at));
    report('used codes in between', result);
    assert.ok(result.toStrangers <= LID, String(result.toStrangers));
  });

  it('holds resets of known and unknown phones alike', async () => {
    const result = await simulate(spread(1_500, DAY, (index) => ({ phone: `+9665${digits(index % 500, 8)}`, address: address(index) })));
    report('resets', result);
    assert.ok(result.toStrangers <= LID, String(result.toStrangers));
  });

  it('holds a flood of registrations in one country', async () => {
    const result = await simulate(spread(1_500, 10 * MINUTE, (index) => ({ phone: `+9665${digits(index, 8)}`, address: address(index) })));
    report('flood of registrations', result);
    assert.ok(result.toStrangers <= LID, String(result.toStrangers));
  });

  it('holds each of two projects by itself', async () => {
    const result = await simulate(
      spread(2_400, DAY, (index) => ({ phone: somewhere(index), address: address(index), projectId: index % 2 === 0 ? 11 : 12 })),
    );
    report('two projects', result);
    assert.ok(result.toStrangers <= 2 * LID, String(result.toStrangers));
  });

  it('sends nothing to numbers that cost too much', async () => {
    const result = await simulate(spread(700, HOUR, (index) => ({ phone: NEVER[index % NEVER.length] ?? '', address: address(index) })));
    report('never-list', result);
    assert.equal(result.sent, 0);
  });

  it('refuses few users of a launch of whom most finish', async () => {
    const launch = spread(2_000, 2 * HOUR, (index) => ({
      phone: `+9665${digits(index, 8)}`,
      address: address(index),
      ...(index % 10 < 7 ? { usedAfter: 15 + (index % 50) } : {}),
    }));
    const result = await simulate(launch);
    report('launch', result);
    assert.ok(result.refused <= launch.length / 100, String(result.refused));
  });

  it('refuses few users of a carrier with one address', async () => {
    const carrier = spread(2_000, 10 * HOUR, (index) => ({
      phone: `+9665${digits(index, 8)}`,
      address: '198.51.100.1',
      ...(index % 10 < 9 ? { usedAfter: 15 + (index % 50) } : {}),
    }));
    const result = await simulate(carrier);
    report('carrier', result);
    assert.ok(result.refused <= carrier.length / 100, String(result.refused));
  });
});
