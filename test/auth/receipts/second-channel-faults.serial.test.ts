import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { selectRows } from '../../support/databases/sql.ts';
import { readMetrics } from '../../support/metrics.ts';
import { until } from '../../support/programs/process.ts';
import type { Breakage } from '../../support/providers/provider-breakages.ts';
import { admin, authClient } from '../../support/requests/client.ts';
import { newPhone, PASSWORD } from '../support.ts';
import { messagesTo, type ReceiptServer, sendTo, startReceiptServer } from './receipt-support.ts';

/** Faults of the provider of the second message. It takes the message only where the answer is lost. */
const FAULTS: readonly Breakage[] = ['hang', 'stall', 'endless', 'huge', 'lost', 'refuse', 'error', 'throttle', 'html', 'redirect'];
const FAILED = 'diwan_otp_fallbacks_total{outcome="failed"}';
/** More than an endless answer fills of the buffers of two sockets. */
const BUFFERED_BYTES = 32 * 1024 * 1024;
/** Another message would have been sent by then. */
const LATER_MS = 1_500;

describe('the second message of a code by a faulty provider', () => {
  let running: ReceiptServer;

  beforeEach(async () => {
    running = await startReceiptServer({ fallbackAfterSeconds: 1, more: { OTP_CHANNEL_TIMEOUT_SECONDS: '2' } });
    await admin(running.server)
      .put('/admin/projects/11', { settings: { otp: { capPerDay: 1_000_000 } } })
      .expect(200);
  });
  afterEach(() => running.close());

  const failures = async () => (await readMetrics(running.server.url)).get(FAILED) ?? 0;
  const messagesToday = async () => {
    const [row] = await selectRows<{ counts: string }>(
      running.server.db,
      'SELECT counts FROM otp_guard WHERE dimension = 0 AND project_id = 11',
    );
    return JSON.parse(row?.counts ?? '{}').messages.messages;
  };

  for (const fault of FAULTS)
    it(`fails once without harm by the fault "${fault}"`, async () => {
      const { server, providers } = running;
      providers.break('sms', fault);
      const { phone, code } = await sendTo(server, providers, newPhone());
      await until(async () => (await failures()) === 1, undefined, 20_000);
      await sleep(LATER_MS);
      assert.equal(providers.calls.filter(({ channel }) => channel === 'sms').length, fault === 'refuse' ? 0 : 1);
      assert.deepEqual([await failures(), messagesTo(providers, phone).length], [1, fault === 'lost' ? 2 : 1]);
      assert.equal(await messagesToday(), 1);
      assert.ok(providers.bytesSent('sms') < BUFFERED_BYTES, `${providers.bytesSent('sms')} bytes`);
      await until(() => providers.underWay('sms') === 0);
      await authClient(server).post('/register-verify', { phone, otp: code, password: PASSWORD }).expect(201);
    });
});
