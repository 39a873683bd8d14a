import assert from 'node:assert/strict';
import { settleDeliveries } from '../../../server/services/auth/otp/deliveries.ts';
import { statementsOf } from '../../support/databases/statements.ts';
import { PASSWORD, register, type SendingPath } from '../support.ts';
import { type GuardServer, startGuardServer } from './guard-http-support.ts';

const PATHS: readonly SendingPath[] = ['/register-init', '/send-otp', '/password/reset/init', '/account/deletion/code'];
/** Written from time to time, for many codes together. */
const FROM_TIME_TO_TIME = /\bcode_statistics\b/;

describe('the statements of a code', () => {
  let running: GuardServer;

  before(async () => {
    running = await startGuardServer();
  });
  after(() => running.close());

  const send = async (path: SendingPath, phone: string): Promise<void> => {
    await running.from().post(path, { phone }).expect(200);
    // a code that is sent after the reply
    await settleDeliveries(running.server.services.auth);
  };
  const statements = async (path: SendingPath, newPhone: () => Promise<string>): Promise<number> => {
    await send(path, await newPhone());
    const phone = await newPhone();
    return (await statementsOf(running.server.db, () => send(path, phone))).filter((sql) => !FROM_TIME_TO_TIME.test(sql)).length;
  };
  const known = async () => (await register(running.server, running.providers, running.newPhone(), { password: PASSWORD })).phone;
  const unknown = () => Promise.resolve(running.newPhone());

  for (const path of PATHS)
    it(`are at most two more by ${path}`, async () => {
      for (const newPhone of [known, unknown]) {
        await running.set({ otp: { guard: 'off' } });
        const without = await statements(path, newPhone);
        await running.set({ otp: { guard: 'enforce' } });
        const guarded = await statements(path, newPhone);
        assert.ok(without > 2 && guarded > without && guarded <= without + 2, `${guarded} instead of ${without}`);
      }
    });
});
