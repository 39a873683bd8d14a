import assert from 'node:assert/strict';
import { readConfig } from '../../server/config/read-config.ts';
import { faultsOf, faultyNames, PRODUCTION, RANDOM, SMS, WHATSAPP } from '../support/config-env.ts';

describe('readConfig, groups', () => {
  it('names each missing variable of a chosen channel', () => {
    assert.deepEqual(faultyNames({ OTP_CHANNELS: 'whatsapp,sms,console' }), [...Object.keys(WHATSAPP), ...Object.keys(SMS)].sort());
    const faults = faultsOf({ OTP_CHANNELS: 'sms', ...SMS, SMS_FROM: '' });
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /^SMS_FROM: required, because OTP_CHANNELS contains sms/);
  });

  it('refuses a group set by half', () => {
    const { SMS_FROM: _, ...sms } = SMS;
    const { WHATSAPP_TOKEN: __, ...whatsapp } = WHATSAPP;
    assert.deepEqual(faultyNames({ ...sms, ...whatsapp }), ['SMS_FROM', 'WHATSAPP_TOKEN']);
    assert.deepEqual(faultyNames({ ADMIN_USERNAME: 'root' }), ['ADMIN_PASSWORD']);
    assert.deepEqual(faultyNames({ ADMIN_PASSWORD: 'Tr0ubadour&3' }), ['ADMIN_USERNAME']);
    assert.deepEqual(faultyNames({ SMTP_URL: 'smtp://mail.example' }), ['MAIL_FROM']);
    assert.deepEqual(faultyNames({ MAIL_FROM: 'no-reply@diwan.example' }), ['SMTP_URL']);
  });

  it('takes a provider that no channel uses yet', () => {
    assert.deepEqual(faultsOf({ ...SMS, ...WHATSAPP }), []);
  });
});

describe('readConfig, production', () => {
  it('starts with the three that it requires', () => {
    const config = readConfig(PRODUCTION);
    assert.equal(config.env, 'production');
    assert.deepEqual(config.otp.channels, ['sms']);
    assert.equal(config.keys.jwtKeysFile, '/etc/diwan/keys.json');
  });

  it('names each required variable', () => {
    assert.deepEqual(faultyNames({ NODE_ENV: 'production' }), ['JWT_KEYS_FILE', 'OTP_CHANNELS', 'OTP_PEPPER']);
    for (const name of ['JWT_KEYS_FILE', 'OTP_CHANNELS', 'OTP_PEPPER'])
      assert.deepEqual(faultyNames({ ...PRODUCTION, [name]: '' }), [name]);
  });

  it('refuses the console as a channel, also beside others', () => {
    for (const channels of ['console', 'sms,console']) {
      const faults = faultsOf({ ...PRODUCTION, OTP_CHANNELS: channels });
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /^OTP_CHANNELS: console is refused in production/);
    }
  });

  it('migrates nothing and honours no test number unless told to', () => {
    const quiet = readConfig({ ...PRODUCTION, TEST_PHONES: '+15550100001=123456' });
    assert.deepEqual([quiet.autoMigrate, quiet.testPhones.enabled], [false, false]);
    const told = readConfig({ ...PRODUCTION, AUTO_MIGRATE: 'true', TEST_PHONES_ENABLED: 'true' });
    assert.deepEqual([told.autoMigrate, told.testPhones.enabled], [true, true]);
  });

  it('refuses a short pepper, which development takes', () => {
    assert.deepEqual(faultyNames({ ...PRODUCTION, OTP_PEPPER: RANDOM.slice(0, 31) }), ['OTP_PEPPER']);
    assert.deepEqual(faultyNames({ OTP_PEPPER: RANDOM.slice(0, 12) }), []);
  });

  it('refuses durations of nothing, which development takes', () => {
    const names = [
      'OTP_TTL_SECONDS',
      'OTP_CHANNEL_TIMEOUT_SECONDS',
      'OTP_COOLDOWN_SECONDS',
      'LOGIN_LOCKOUT_SECONDS',
      'ACCESS_TOKEN_SECONDS',
      'REFRESH_TOKEN_SECONDS',
      'ANALYTICS_RETENTION_DAYS',
    ];
    const none = Object.fromEntries(names.map((name) => [name, '0']));
    assert.deepEqual(faultyNames({ ...PRODUCTION, ...none }), [...names].sort());
    assert.deepEqual(faultyNames(none), []);
    assert.deepEqual(faultyNames({ ...PRODUCTION, OTP_COOLDOWN_SECONDS: '0,1' }), []);
  });
});

describe('readConfig, weak secrets', () => {
  const weak = [
    'secret',
    'changeme',
    'a'.repeat(40),
    'ab'.repeat(20),
    'secret'.repeat(8),
    '0123456789abcdef0123456789abcdef',
    'K7fw!zQ2KxPm9tLa'.repeat(2),
    'qmxzqxmzzqmxxqzmmzqxzxqmqzmxxmqz',
    'abcdefghijklmnopqrstuvwxyz0123456789',
    'my-super-secret-key-please-change-me',
    'your_production_api_key_goes_CHANGEME_here',
    'Password1234Password5678Password9',
  ];

  for (const text of weak) {
    it(`refuses ${text.slice(0, 40)}`, () => {
      const guess = { ADMIN_API_KEY: text, METRICS_TOKEN: text, OTP_PEPPER: text };
      assert.deepEqual(faultyNames(guess), Object.keys(guess).sort());
      assert.deepEqual(faultyNames({ ...PRODUCTION, ...guess }), Object.keys(guess).sort());
    });
  }

  it('takes random ones in hexadecimal and base64', () => {
    for (const text of [RANDOM, '9f2c41d7e80b6a35c1d9e47f20ab8836', 'Vb3kPz0aYt8WmQ2sJx7cLh5nRd9fGe1u+/A=']) {
      assert.deepEqual(faultsOf({ ADMIN_API_KEY: text, METRICS_TOKEN: text, OTP_PEPPER: text }), []);
    }
  });
});

describe('readConfig, misspelt names', () => {
  const misspelt: Readonly<Record<string, string>> = {
    RATE_LIMIT_REED: 'RATE_LIMIT_READ',
    RATE_LIMIT_LOGINOTP: 'RATE_LIMIT_LOGIN_OTP',
    RATE_LIMIT_GLOBAL_SCOP: 'RATE_LIMIT_GLOBAL_SCOPE',
    OTP_LENGHT: 'OTP_LENGTH',
    OTP_LENTGHS: 'OTP_LENGTH',
    OTP_TTL: 'OTP_TTL_SECONDS',
    OTP_CHANNEL: 'OTP_CHANNELS',
    OTP_PEPPER_FILE: 'OTP_PEPPER',
    LOGIN_LOCKOUT_ATTEMPT: 'LOGIN_LOCKOUT_ATTEMPTS',
    WHATSAPP_TOKN: 'WHATSAPP_TOKEN',
    SMS_FORM: 'SMS_FROM',
  };

  for (const [name, nearest] of Object.entries(misspelt)) {
    it(`finds ${name} and names ${nearest}`, () => {
      assert.deepEqual(faultsOf({ [name]: 'x' }), [`${name}: unknown, expected ${nearest}`]);
    });
  }

  it('leaves foreign variables alone', () => {
    const foreign = [
      'PATH',
      'HOME',
      'PORTS',
      'HOSTNAME',
      'LOG_LEVELS',
      'SMS_QUEUE_NAME',
      'SMS_FOO',
      'SMS_API_KEY',
      'OTP_LENGT\nH',
      'OTP_ROOT',
      'RATE_LIMITER',
      'SMTP_URI',
      'otp_lenght',
      'WHATSAPP_WEBHOOK_VERIFY',
    ];
    assert.deepEqual(faultsOf(Object.fromEntries(foreign.map((name) => [name, 'x']))), []);
  });
});
