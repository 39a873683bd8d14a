import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { User } from '../../../models/auth/User.ts';
import { call, type Launched, relaunch } from '../../flows/support.ts';
import { endProcesses } from '../../support/programs/process.ts';
import { freePort } from '../../support/programs/redis.ts';
import { type Answer, ask } from '../../support/requests/wire.ts';
import { startAuthServer } from '../support.ts';

const PAIRS = 1_000;
/** Medians of the same work differ by less, unless the machine is busy. */
const TOLERANCE = 0.1;
/** The share of pairs in which the known phone waits longer is a half: more is eight standard deviations away. */
const LEAN = 0.125;
/** Noise may lean to one side once; different work does so each time. */
const ATTEMPTS = 4;
/** Lets the delivery after a reply finish, so that it does not slow down the next request. */
const PAUSE_MS = 4;

interface Case {
  readonly what: string;
  readonly path: '/send-otp' | '/password/reset/init' | '/register-init';
  readonly settings: object;
  readonly outcome: string;
}

const OPEN = { otp: { guard: 'enforce', guardScale: 1_000, capPerDay: 1_000_000 }, phone: { blockedCountries: null } };
// each begins where the codes of those before have been counted
const CASES: readonly Case[] = [
  { what: 'codes that are sent', path: '/password/reset/init', settings: OPEN, outcome: '200 ' },
  { what: 'refusals of the guard', path: '/send-otp', settings: { otp: { guardScale: 0.1 } }, outcome: '429 otp_budget' },
  { what: 'refusals at the cap', path: '/password/reset/init', settings: { otp: { guard: 'off', capPerDay: 1 } }, outcome: '429 otp_cap' },
  {
    what: 'refusals of a country',
    path: '/register-init',
    settings: { phone: { blockedCountries: ['SA'] } },
    outcome: '403 phone_not_allowed',
  },
];

describe('1,000 registered and as many unregistered phones', () => {
  let server: Launched;
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  before(async () => {
    const { server: first, close } = await startAuthServer();
    const row = (phone: string) => ({ id: randomUUID(), projectId: 11, phone, phoneKey: phone, phoneVerified: true });
    await first.db.model(User).bulkCreate(Array.from({ length: PAIRS }, (_, index) => row(phoneOf(index, true))));
    await close();
    const env = { OTP_CHANNELS: 'console', OTP_GUARD: 'enforce', OTP_COOLDOWN_SECONDS: '0' };
    server = await relaunch({ ...first.env, ...env, PORT: String(await freePort()) });
  });
  after(() => {
    agent.destroy();
    endProcesses();
  });

  for (const { what, path, settings, outcome } of CASES)
    it(`cannot be told apart by ${what}`, async () => {
      const { status } = await call(server, ['PUT', '/admin/projects/11'], { settings });
      assert.equal(status, 200);
      // another process of the server may know the settings of before for a second
      await sleep(1_100);
      const seen: string[] = [];
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
        const { times, shapes } = await askPairs(path, outcome.startsWith('200') ? PAUSE_MS : 0);
        assert.equal(shapes.size, 1, [...shapes].slice(0, 3).join('\n\n'));
        assert.ok([...shapes][0]?.startsWith(`${outcome}\n`), [...shapes][0]);
        const found = compare(times);
        if (found.difference <= TOLERANCE && Math.abs(found.share - 0.5) <= LEAN) return;
        seen.push(`medians differ by ${found.difference.toFixed(3)}, known later in ${found.share.toFixed(3)}`);
      }
      assert.fail(seen.join('; '));
    });

  /** Asks for a code for both phones of each pair; the order changes each time. */
  async function askPairs(path: string, pauseMs: number): Promise<{ times: [number[], number[]]; shapes: Set<string> }> {
    const times: [number[], number[]] = [[], []];
    const shapes = new Set<string>();
    for (let index = 0; index < PAIRS; index += 1)
      for (const which of index % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
        const body = { phone: phoneOf(index, which === 0) };
        if (pauseMs > 0) await sleep(pauseMs);
        const startedAt = performance.now();
        const answer = await ask(server.url, `/api/v2/auth${path}`, { method: 'POST', body, agent });
        times[which].push(performance.now() - startedAt);
        shapes.add(shapeOf(answer));
      }
    return { times, shapes };
  }
});

/** Neighbouring numbers of one country, each known one beside an unknown one. */
function phoneOf(index: number, isKnown: boolean): string {
  return `+9665${String(10_000_000 + index * 2 + (isKnown ? 0 : 1))}`;
}

/** All of an answer that could tell two phones apart, without its time and id: numbers are the seconds to wait. */
function shapeOf({ status, headers, body }: Answer): string {
  const parts = JSON.stringify({ ...body, timestamp: '', requestId: '' }).replaceAll(/\d+/g, '0');
  return [`${status} ${String(body['code'] ?? '')}`, Object.keys(headers).sort().join(), parts].join('\n');
}

/** How far the medians are apart, as a share of the greater one; and in which share of the pairs the known phone waits longer. */
function compare([known, unknown]: [number[], number[]]): { difference: number; share: number } {
  const longer = known.filter((time, index) => time > (unknown[index] ?? 0)).length;
  const [left, right] = [median(known), median(unknown)];
  return { difference: Math.abs(left - right) / Math.max(left, right), share: longer / known.length };
}

function median(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
