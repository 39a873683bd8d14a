import assert from 'node:assert/strict';
import { readConfig } from '../../../server/config/read-config.ts';
import { createOtpDelivery } from '../../../server/platform/messaging/delivery.ts';
import type { FillingLines } from '../../../server/platform/messaging/message.ts';
import { codeText } from '../../../server/platform/messaging/texts.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { type FakeProviders, startFakeProviders } from '../../support/providers/fake-providers.ts';
import { deliveryOn, MESSAGE } from '../../support/providers/otp-delivery.ts';

let providers: FakeProviders;
before(async () => {
  providers = await startFakeProviders();
});
beforeEach(() => providers.clear());
afterEach(() => assert.deepEqual(providers.faults, []));
after(() => providers.close());

describe('the WhatsApp channel', () => {
  it('sends one Cloud API call with the approved template', async () => {
    assert.equal((await deliveryOn(providers).delivery.send(MESSAGE)).provider, 'whatsapp');
    assert.equal(providers.calls.length, 1);
    const [call] = providers.calls;
    assert.equal(`${call?.method} ${call?.path}`, 'POST /v23.0/106540352242922/messages');
    assert.equal(call?.headers.authorization, `Bearer ${providers.env['WHATSAPP_TOKEN']}`);
    assert.equal(call?.headers['content-type'], 'application/json');
    assert.deepEqual(JSON.parse(call?.body ?? ''), {
      messaging_product: 'whatsapp',
      recipient_type: 'individual',
      to: '+966501234567',
      type: 'template',
      template: {
        name: 'verification_code',
        language: { code: 'en' },
        components: [
          { type: 'body', parameters: [{ type: 'text', text: '482913' }] },
          { type: 'button', sub_type: 'url', index: '0', parameters: [{ type: 'text', text: '482913' }] },
        ],
      },
    });
  });

  it("writes in the user's language", async () => {
    await deliveryOn(providers).delivery.send({ ...MESSAGE, language: 'ar' });
    assert.deepEqual(
      providers.messages.map(({ channel, phone, code, language }) => [channel, phone, code, language]),
      [['whatsapp', MESSAGE.phone, MESSAGE.code, 'ar']],
    );
  });
});

describe('the SMS channel', () => {
  const bySms = (): ReturnType<typeof deliveryOn> => deliveryOn(providers, { env: { OTP_CHANNELS: 'sms' } });

  it("sends one form to Twilio's Messages API", async () => {
    assert.equal((await bySms().delivery.send(MESSAGE)).provider, 'sms');
    assert.equal(providers.calls.length, 1);
    const [call] = providers.calls;
    assert.equal(`${call?.method} ${call?.path}`, 'POST /2010-04-01/Accounts/AC0123456789abcdef/Messages.json');
    const credentials = Buffer.from(`AC0123456789abcdef:${providers.env['SMS_AUTH_TOKEN']}`).toString('base64');
    assert.equal(call?.headers.authorization, `Basic ${credentials}`);
    assert.equal(call?.headers['content-type'], 'application/x-www-form-urlencoded');
    assert.deepEqual(Object.fromEntries(new URLSearchParams(call?.body)), {
      To: '+966501234567',
      From: '+15550109999',
      Body: 'Your verification code. Valid for 5 minutes. Do not share it.\n482913',
    });
  });

  it("writes in the user's language", async () => {
    await bySms().delivery.send({ ...MESSAGE, language: 'ar' });
    assert.deepEqual(
      providers.messages.map(({ channel, phone, code, language }) => [channel, phone, code, language]),
      [['sms', MESSAGE.phone, MESSAGE.code, 'ar']],
    );
  });
});

describe('the text of an SMS', () => {
  const TTLS = [0, 1, 45, 60, 90, 120, 300, 660, 3_600, 10_001, 86_400, 86_399];
  const LANGUAGES = ['en', 'ar'] as const;
  const { sms } = MESSAGE;
  const HASH = 'FA+9qCX9VSu';

  it('has the code alone on the last line', () => {
    for (const language of LANGUAGES)
      for (const ttlSeconds of TTLS) {
        const [words, ...rest] = codeText({ code: '0048291357', language, ttlSeconds, sms }).split('\n');
        assert.deepEqual(rest, ['0048291357']);
        assert.match(words ?? '', language === 'ar' ? /^[\p{Script=Arabic}\d\s.:]+$/u : /^[\x20-\x7e]+$/);
      }
  });

  it('fits into one SMS in both languages', () => {
    for (const language of LANGUAGES)
      for (const ttlSeconds of TTLS) {
        const text = codeText({ code: '0048291357', language, ttlSeconds, sms });
        assert.equal(segmentsOf(text), 1, text);
      }
  });

  it('has the lines of WebOTP and Android at its end', () => {
    const text = (lines: FillingLines): string[] =>
      codeText({ code: '4829', language: 'en', ttlSeconds: 60, sms: lines }).split('\n').slice(1);
    assert.deepEqual(text({ androidHash: HASH, webDomain: null }), ['4829', HASH]);
    assert.deepEqual(text({ androidHash: null, webDomain: 'example.com' }), ['4829', '@example.com #4829']);
    assert.deepEqual(text({ androidHash: HASH, webDomain: 'example.com' }), ['4829', '@example.com #4829', HASH]);
  });

  it('fits into two with both lines and longest host', () => {
    const lines = { androidHash: HASH, webDomain: `${'a'.repeat(36)}.com` };
    for (const language of LANGUAGES)
      for (const ttlSeconds of TTLS) {
        const text = codeText({ code: '0048291357', language, ttlSeconds, sms: lines });
        assert.ok(segmentsOf(text) <= 2, `${segmentsOf(text)}: ${text}`);
      }
  });

  it('states the validity in the plural of the language', () => {
    const validity = (language: 'en' | 'ar', ttlSeconds: number): string | undefined =>
      /(?:Valid for|صلاحيته:) ([^.]+)\./.exec(codeText({ code: '1234', language, ttlSeconds, sms }))?.[1];
    assert.deepEqual(
      TTLS.slice(1).map((ttl) => validity('en', ttl)),
      [
        '1 second',
        '45 seconds',
        '1 minute',
        '90 seconds',
        '2 minutes',
        '5 minutes',
        '11 minutes',
        '1 hour',
        '10001 seconds',
        '24 hours',
        '86399 seconds',
      ],
    );
    assert.deepEqual(
      [60, 120, 300, 660].map((ttl) => validity('ar', ttl)),
      ['دقيقة', 'دقيقتان', '5 دقائق', '11 دقيقة'],
    );
  });
});

describe('createOtpDelivery', () => {
  it('tries channels in order until one accepts the code', async () => {
    const smsFirst = deliveryOn(providers, { env: { OTP_CHANNELS: 'sms,whatsapp' } });
    assert.deepEqual(smsFirst.delivery.channelsOf(11), ['sms', 'whatsapp']);
    assert.equal((await smsFirst.delivery.send(MESSAGE)).provider, 'sms');
    assert.deepEqual(
      providers.calls.map(({ channel }) => channel),
      ['sms'],
    );
    assert.equal(await smsFirst.metric('otp_deliveries_total{channel="sms",outcome="sent"}'), 1);
    assert.equal(smsFirst.log.text(), '');
  });

  it('prints the code with the console channel, never logs it', async () => {
    const log = memoryLog();
    const console = createOtpDelivery(readConfig({ NODE_ENV: 'development' }), log.log);
    const { written, result } = await captureOutput(() => console.send(MESSAGE));
    assert.equal(result.provider, 'console');
    assert.equal(written, 'Code for +9665*****567: 482913\n');
    assert.equal(log.text(), '');
  });

  it('refuses the console channel in production', () => {
    const config = { ...readConfig({ NODE_ENV: 'development' }), env: 'production' as const };
    assert.throws(() => createOtpDelivery(config, memoryLog().log), /providers\.console: the type console is refused in production/);
  });
});

async function captureOutput<T>(work: () => Promise<T>): Promise<{ written: string; result: T }> {
  const original = process.stdout.write;
  let written = '';
  process.stdout.write = (chunk: string | Uint8Array): boolean => {
    written += String(chunk);
    return true;
  };
  try {
    const result = await work();
    return { written, result };
  } finally {
    process.stdout.write = original;
  }
}

/** The basic characters of GSM 03.38 that we use: one unit each; any other text is in UCS-2. */
const GSM_7 = /^[A-Za-z0-9 \n@#.:,+/-]*$/;

/** How many SMS a text takes. */
function segmentsOf(text: string): number {
  const [alone, joined] = GSM_7.test(text) ? [160, 153] : [70, 67];
  return text.length <= alone ? 1 : Math.ceil(text.length / joined);
}
