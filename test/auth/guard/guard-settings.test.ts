import assert from 'node:assert/strict';
import { readConfig } from '../../../server/config/read-config.ts';
import type { Environment } from '../../../server/config/types.ts';
import { type Dimension, judge } from '../../../server/services/auth/otp/guard/dimensions.ts';
import { countSent, noSteps, withoutOld } from '../../../server/services/auth/otp/guard/steps.ts';
import { admin } from '../../support/requests/client.ts';
import { refusedAs } from '../support.ts';
import { type GuardServer, startGuardServer } from './guard-http-support.ts';

const PRODUCTION = {
  NODE_ENV: 'production',
  DATABASE_URL: 'sqlite:x.sqlite',
  JWT_KEYS_FILE: 'keys.json',
  OTP_PEPPER: 'q7Zp2vKx9LmR4tYw8NbE6cGh3JsD5fAu',
  OTP_CHANNELS: 'sms',
  SMS_API_URL: 'https://api.twilio.example',
  SMS_ACCOUNT_SID: 'AC1',
  SMS_AUTH_TOKEN: 'token-1',
  SMS_FROM: '+15550100009',
};
/** The unused codes of an hour, and of a day, that are always allowed. */
const FLOORS = [
  ['phone', null, 10],
  ['address', 10, 30],
  ['prefix', 10, 20],
  ['country', 30, 100],
  ['project', 60, 200],
] as const;
const NOW = new Date('2026-06-01T12:30:00.000Z');
const MINUTE_MS = 60_000;

/** How many unused codes of a time before `NOW` are allowed. */
function placesOf(dimension: Dimension, scale: number, minutesAgo: number): number {
  const steps = noSteps();
  for (let sent = 0; ; sent += 1) {
    if (judge({ steps: new Map([[dimension, withoutOld(steps, NOW)]]), now: NOW, scale, isKnownDevice: false }).length > 0) return sent;
    countSent(steps, new Date(NOW.getTime() - minutesAgo * MINUTE_MS));
  }
}

describe('the settings of the guard', () => {
  it('are enforce in production and record elsewhere', () => {
    const modeOf = (env: Environment) => readConfig(env).otp.guard;
    assert.deepEqual(
      [modeOf(PRODUCTION), modeOf({ NODE_ENV: 'test' }), modeOf({ NODE_ENV: 'development' }), modeOf({})],
      ['enforce', 'record', 'record', 'record'],
    );
    assert.deepEqual([modeOf({ ...PRODUCTION, OTP_GUARD: 'off' }), modeOf({ NODE_ENV: 'test', OTP_GUARD: 'enforce' })], ['off', 'enforce']);
  });

  for (const scale of [0.1, 1, 1_000])
    it(`multiply every floor by the scale ${scale}`, () => {
      for (const [dimension, hour, day] of FLOORS) {
        const inDay = placesOf(dimension, scale, 120);
        assert.deepEqual([dimension, inDay], [dimension, Math.ceil(day * scale)]);
        assert.deepEqual([dimension, placesOf(dimension, scale, 10)], [dimension, Math.ceil((hour ?? day) * scale)]);
      }
    });

  it('round floors up to whole codes', () => {
    assert.deepEqual([placesOf('address', 0.25, 10), placesOf('address', 0.31, 10), placesOf('phone', 0.11, 10)], [3, 4, 2]);
  });

  describe('settings of a project', () => {
    let running: GuardServer;

    before(async () => {
      running = await startGuardServer({ OTP_GUARD: 'record' });
    });
    after(() => running.close());

    const put = (otp: object) => admin(running.server).put('/admin/projects/11', { settings: { otp } });
    const ask = (address: string) => running.from(address).post('/send-otp', { phone: running.newPhone() });

    it('have bounds at their ends', async () => {
      for (const otp of [{ guardScale: 0.1 }, { guardScale: 1_000 }, { capPerDay: 1 }, { capPerDay: null }]) await put(otp).expect(200);
      for (const otp of [{ guardScale: 0.09 }, { guardScale: 1_000.1 }, { capPerDay: 0 }, { capPerDay: 1.5 }, { guard: 'on' }])
        await put(otp).expect(400).expect(refusedAs('validation_error'));
    });

    it('take the place of the mode of the server', async () => {
      await put({ guard: 'enforce', guardScale: 0.1 }).expect(200);
      await ask('192.0.2.1').expect(200);
      await ask('192.0.2.1').expect(429);
      await put({ guard: null }).expect(200);
      await ask('192.0.2.1').expect(200);
      await put({ guardScale: null }).expect(200);
      assert.equal(await running.refusals('address', 'record'), 1);
      await ask('192.0.2.1').expect(200);
      assert.equal(await running.refusals('address', 'record'), 1);
    });
  });
});
