import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ConfigError } from '../../../server/config/config-error.ts';
import { readConfig } from '../../../server/config/read-config.ts';
import type { Environment } from '../../../server/config/types.ts';
import { createOtpDelivery } from '../../../server/platform/messaging/delivery.ts';
import { messagingFaults, readMessaging } from '../../../server/platform/messaging/routes/read-messaging.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { MessagingFiles } from '../../support/providers/messaging-file.ts';

const META = {
  type: 'whatsapp',
  url: 'https://graph.example/v23.0',
  phoneNumberId: '1065',
  token: 'env:META_TOKEN',
  template: 'otp',
  appSecret: 'env:META_SECRET',
  verifyToken: 'env:META_VERIFY',
};
const TWILIO = {
  type: 'twilio',
  url: 'https://api.twilio.example',
  accountSid: 'AC1',
  authToken: 'env:TWILIO_TOKEN',
  from: '+15550100009',
};
const LOCAL = {
  type: 'http',
  url: 'https://gateway.example/send',
  headers: { Authorization: 'env:LOCAL_AUTH' },
  json: { to: '{phone}', from: '{sender}', body: '{text}' },
  success: { status: [200, 201], path: 'success', equals: true },
};
const SECRETS = {
  META_TOKEN: 'EAAJB',
  META_SECRET: 'secret-1',
  META_VERIFY: 'verify-1',
  TWILIO_TOKEN: 'token-1',
  LOCAL_AUTH: 'Bearer abc',
};
const EXAMPLE = {
  providers: { meta: META, twilio: TWILIO, local: LOCAL },
  routes: [
    {
      match: { projects: [11], countries: ['SA'] },
      channels: [{ provider: 'meta' }, { provider: 'local', sender: 'SOUQ' }],
      fallbackAfterSeconds: 30,
    },
    { match: { countries: ['AE'] }, channels: [{ provider: 'local', sender: 'SOUQ' }] },
    { channels: [{ provider: 'twilio' }] },
  ],
};

const files = new MessagingFiles();

function configOf(document: unknown, env: Environment = {}) {
  return readConfig({ NODE_ENV: 'test', ...SECRETS, ...files.write(document), ...env });
}

function faultsOf(document: unknown, env: Environment = {}): string[] {
  try {
    readMessaging(configOf(document, env));
    return [];
  } catch (error) {
    assert.ok(error instanceof ConfigError);
    return [...error.faults].map((fault) => fault.replace(/^MESSAGING_FILE: /, ''));
  }
}

describe('MESSAGING_FILE', () => {
  after(() => files.remove());

  it('accepts the example of the specification', () => assert.deepEqual(faultsOf(EXAMPLE), []));

  it('is listed together with the faults of variables', () => {
    const document = { ...EXAMPLE, routes: [{ channels: [{ provider: 'nobody' }] }] };
    const env = { NODE_ENV: 'test', ...SECRETS, ...files.write(document), PORT: 'http', OTP_LENGTH: '1', DATABSE_URL: 'x' };
    assert.throws(
      () => readConfig(env, messagingFaults),
      ({ faults }: ConfigError) => {
        const names = faults.map((fault) => fault.split(':')[0]);
        assert.deepEqual(new Set(names), new Set(['PORT', 'OTP_LENGTH', 'MESSAGING_FILE', 'DATABSE_URL']));
        return true;
      },
    );
  });

  it('accepts the example of docs/messaging.md', () => {
    const [, example = ''] = /```json messaging\n([\s\S]+?)```/.exec(readFileSync('docs/messaging.md', 'utf8')) ?? [];
    const env = { WHATSAPP_TOKEN: 'EAAJB', SMS_AUTH_TOKEN: 'token-1', UNIFONIC_APP_SID: 'sid-1' };
    assert.deepEqual(faultsOf(JSON.parse(example), env), []);
  });

  it('finds the first route that fits a number', () => {
    const delivery = createOtpDelivery(configOf(EXAMPLE), memoryLog().log);
    const channelOf = (projectId: number, country: string | null) => delivery.channelFor({ projectId, country });
    assert.deepEqual(
      [channelOf(11, 'SA'), channelOf(12, 'SA'), channelOf(12, 'AE'), channelOf(11, null)],
      ['whatsapp', 'sms', 'sms', 'sms'],
    );
    assert.deepEqual([delivery.channelsOf(11), delivery.channelsOf(12)], [['whatsapp', 'sms'], ['sms']]);
  });

  it('lists every fault with its place', () => {
    const document = {
      providers: {
        'Meta!': META,
        twilio: { ...TWILIO, url: 'ftp://x', extra: 1 },
        local: { ...LOCAL, json: { to: '{number}' } },
        other: { type: 'pigeon' },
      },
      routes: [{ channels: [{ provider: 'nobody' }] }, { match: { countries: ['XX'] }, channels: [], fallbackAfterSeconds: 601 }],
      more: true,
    };
    const faults = faultsOf(document);
    for (const place of [
      'more',
      'providers["Meta!"]',
      'providers.twilio.url',
      'providers.twilio.extra',
      'providers.local.json.to',
      'providers.other.type',
      'routes[0].match',
      'routes[0].channels[0].provider',
      'routes[1].match',
      'routes[1].match.countries[0]',
      'routes[1].channels',
      'routes[1].fallbackAfterSeconds',
    ])
      assert.ok(
        faults.some((fault) => fault.startsWith(`${place}: `)),
        `${place} is not in\n${faults.join('\n')}`,
      );
  });

  it('lists every fault of what a gateway is sent', () => {
    const local = { ...LOCAL, method: 'GET', json: { to: 'x' }, form: { a: 'b' } };
    const faults = faultsOf({ providers: { local }, routes: [{ channels: [{ provider: 'local', sender: 'SOUQ' }] }] });
    assert.equal(faults.filter((fault) => fault.startsWith('providers.local: ')).length, 4, faults.join('\n'));
  });

  it('names a variable that is missing, never a value', () => {
    const [fault, ...others] = faultsOf(EXAMPLE, { TWILIO_TOKEN: '' });
    assert.deepEqual(others, []);
    assert.equal(fault, 'providers.twilio.authToken: expected the variable TWILIO_TOKEN in the environment');
    const secret = 'a secret in the wrong place';
    assert.ok(
      !faultsOf({ ...EXAMPLE, providers: { ...EXAMPLE.providers, meta: { ...META, template: secret } } })
        .join()
        .includes(secret),
    );
  });

  it('is refused beside the settings that it replaces', () => {
    assert.throws(() => configOf(EXAMPLE, { OTP_CHANNELS: 'console' }), /OTP_CHANNELS: contradicts MESSAGING_FILE/);
    const file = { ...EXAMPLE, providers: { ...EXAMPLE.providers, twilio: { ...TWILIO, authToken: 'env:SMS_AUTH_TOKEN' } } };
    assert.deepEqual(faultsOf(file, { SMS_AUTH_TOKEN: 'token-2' }), []);
  });

  it('is refused beside each variable of a provider', () => {
    for (const name of [
      'WHATSAPP_API_URL',
      'WHATSAPP_PHONE_NUMBER_ID',
      'WHATSAPP_TOKEN',
      'WHATSAPP_TEMPLATE',
      'SMS_API_URL',
      'SMS_ACCOUNT_SID',
      'SMS_AUTH_TOKEN',
      'SMS_FROM',
    ])
      assert.throws(
        () => configOf(EXAMPLE, { [name]: 'https://value.example' }),
        new RegExp(`^\\W*${name}: contradicts MESSAGING_FILE`, 'm'),
        name,
      );
  });

  it('needs https in production, and no console', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'sqlite:x.sqlite',
      JWT_KEYS_FILE: 'keys.json',
      OTP_PEPPER: 'q7Zp2vKx9LmR4tYw8NbE6cGh3JsD5fAu',
    };
    assert.deepEqual(faultsOf(EXAMPLE, production), []);
    const local = { ...LOCAL, url: 'http://gateway.example/send' };
    const faults = faultsOf({ providers: { log: { type: 'console' }, local }, routes: [{ channels: [{ provider: 'log' }] }] }, production);
    assert.deepEqual(faults.map((fault) => fault.split(':', 1)[0]).sort(), ['providers.local.url', 'providers.log']);
  });

  it('is refused when it is no JSON file', () => {
    assert.throws(() => configOf('{ "providers": '), /MESSAGING_FILE: the file is not JSON/);
    assert.throws(
      () => readConfig({ NODE_ENV: 'test', MESSAGING_FILE: '/nowhere/messaging.json' }),
      /MESSAGING_FILE: the file cannot be read \(ENOENT\)/,
    );
  });
});
