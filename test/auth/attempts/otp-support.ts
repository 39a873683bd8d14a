import assert from 'node:assert/strict';
import type { Context } from '../../../server/platform/context.ts';
import type { OtpMessage } from '../../../server/platform/messaging/delivery.ts';
import type { Auth, AuthContext, AuthProject } from '../../../server/services/auth/auth.ts';
import { checkCode } from '../../../server/services/auth/otp/check-code.ts';
import { settleDeliveries } from '../../../server/services/auth/otp/deliveries.ts';
import type { Purpose } from '../../../server/services/auth/otp/purpose.ts';
import { type SendCodeInput, sendCode } from '../../../server/services/auth/otp/send-code.ts';
import { type MemoryLog, memoryLog } from '../../support/memory-log.ts';
import type { TestServer } from '../../support/server.ts';
import { type AuthServer, movableClock, outcomeOf, startAuthServer } from '../support.ts';

/** A test phone of the configuration. */
export const SEEDED = '+15550100001';

/** A server with the functions of the OTP service bound to it. */
export interface OtpMachine {
  readonly auth: AuthServer;
  readonly server: TestServer;
  readonly service: Auth;
  readonly clock: ReturnType<typeof movableClock>;
  readonly log: MemoryLog;
  /** The projects 11 and 12. */
  readonly project: AuthProject;
  readonly other: AuthProject;
  context(consumeRateLimit?: Context['consumeRateLimit']): AuthContext;
  send(phone: string, input?: Partial<SendCodeInput>, ctx?: AuthContext): ReturnType<typeof sendCode>;
  /** Sends a code and resolves to it once it is delivered. */
  newCode(phone: string, input?: Partial<SendCodeInput>): Promise<string>;
  check(phone: string, code: string, key?: { projectId?: number; purpose?: Purpose }): Promise<void>;
  deliveredTo(phone: string): number;
  /** Checks wrong codes. */
  fail(phone: string, times: number): Promise<void>;
  /** Makes all channels fail until `auth.providers.mend()`. */
  breakChannels(): void;
  /** Delivers codes with `deliver` during `work`. */
  deliveringBy(deliver: (message: OtpMessage) => Promise<unknown>, work: () => Promise<unknown>): Promise<void>;
}

export async function startOtpMachine(env: Record<string, string> = {}): Promise<OtpMachine> {
  const clock = movableClock();
  const log = memoryLog();
  const auth = await startAuthServer({ clock, log: log.log, env: { TEST_PHONES: `${SEEDED}=135790`, ...env } });
  const { server, providers } = auth;
  const service = server.services.auth;
  const [project, other] = await Promise.all([service.findProject(11), service.findProject(12)]);
  assert.ok(project !== null && other !== null);

  const context: OtpMachine['context'] = (consumeRateLimit = async () => 0) => ({
    db: server.db,
    service,
    project: null,
    actor: { kind: 'anonymous' },
    requestId: 'of-this-test',
    address: null,
    device: null,
    log: log.log,
    now: clock.now(),
    ifMatch: null,
    deviceToken: null,
    browser: null,
    idempotencyKey: null,
    wantsCsv: false,
    consumeRateLimit,
    takeFromRateLimit: async (_name, _key, hits) => hits,
    releaseSlot: () => {},
  });
  const send: OtpMachine['send'] = (phone, input = {}, ctx = context()) =>
    sendCode(ctx, {
      project,
      claim: { projectId: (input.project ?? project).id, phone, device: null },
      purpose: 'login',
      limit: 'sendOtp',
      language: 'en',
      deliver: 'now',
      ...input,
    });
  const check: OtpMachine['check'] = (phone, code, key = {}) =>
    checkCode(context(), { projectId: key.projectId ?? 11, phone, device: null }, { purpose: key.purpose ?? 'login', code });

  return {
    auth,
    server,
    service,
    clock,
    log,
    project,
    other,
    context,
    send,
    check,
    newCode: async (phone, input) => {
      await send(phone, input);
      return providers.codeFor(phone);
    },
    deliveredTo: (phone) => providers.messages.filter((message) => message.phone === phone).length,
    fail: async (phone, times) => {
      for (let count = 0; count < times; count += 1) assert.equal(await outcomeOf(check(phone, '12345')), '400 invalid_otp');
    },
    breakChannels: () => {
      providers.break('whatsapp', 'error');
      providers.break('sms', 'error');
    },
    deliveringBy: async (deliver, work) => {
      const { delivery } = service;
      Reflect.set(service, 'delivery', {
        channelFor: () => 'other',
        fallbackSecondsFor: () => null,
        send: (message: OtpMessage) => deliver(message).then(() => ({ provider: 'test', messageId: null, fallbackSeconds: null })),
      });
      try {
        await work();
        await settleDeliveries(service);
      } finally {
        Reflect.set(service, 'delivery', delivery);
      }
    },
  };
}
