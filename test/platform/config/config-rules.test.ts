import assert from 'node:assert/strict';
import { readConfig } from '../../../server/config/read-config.ts';
import { faultsOf, faultyNames, PRODUCTION, RANDOM, SMS, WHATSAPP } from '../../support/config/config-env.ts';

describe('readConfig with groups of variables', () => {
  it('names each missing variable of a chosen channel', () => {
    assert.deepEqual(faultyNames({ OTP_CHANNELS: 'whatsapp,sms,console' }), [...Object.keys(WHATSAPP), ...Object.keys(SMS)].sort());
    const faults = faultsOf({ OTP_CHANNELS: 'sms', ...SMS, SMS_FROM: '' });
    assert.equal(faults.length, 1);
    assert.match(faults[0] ?? '', /^SMS_FROM: required, because OTP_CHANNELS contains sms/);
  });

  it('refuses a partly set group', () => {
    const { SMS_FROM: _, ...sms } = SMS;
    const { WHATSAPP_TOKEN: __, ...whatsapp } = WHATSAPP;
    assert.deepEqual(faultyNames({ ...sms, ...whatsapp }), ['SMS_FROM', 'WHATSAPP_TOKEN']);
    assert.deepEqual(faultyNames({ ADMIN_USERNAME: 'root' }), ['ADMIN_PASSWORD']);
    assert.deepEqual(faultyNames({ ADMIN_PASSWORD: 'Tr0ubadour&3' }), ['ADMIN_USERNAME']);
    assert.deepEqual(faultyNames({ SMTP_URL: 'smtp://mail.example' }), ['MAIL_FROM']);
    assert.deepEqual(faultyNames({ MAIL_FROM: 'no-reply@diwan.example' }), ['SMTP_URL']);
  });

  it('accepts a provider that no channel uses', () => {
    assert.deepEqual(faultsOf({ ...SMS, ...WHATSAPP }), []);
  });
});

describe('readConfig in production', () => {
  it('accepts the least configuration of production', () => {
    const config = readConfig(PRODUCTION);
    assert.equal(config.env, 'production');
    assert.deepEqual(config.messaging.source, 'OTP_CHANNELS');
    assert.deepEqual(Object.keys((config.messaging.document as { providers: object }).providers), ['sms']);
    assert.equal(config.keys.jwtKeysFile, '/etc/diwan/keys.json');
    assert.equal(config.http.drainSeconds, 12, 'longer than two checks of a balancer, 5 s apart');
  });

  it('names each missing required variable', () => {
    assert.deepEqual(faultyNames({ NODE_ENV: 'production' }), ['DATABASE_URL', 'JWT_KEYS_FILE', 'OTP_CHANNELS', 'OTP_PEPPER']);
    for (const name of ['DATABASE_URL', 'JWT_KEYS_FILE', 'OTP_CHANNELS', 'OTP_PEPPER'])
      assert.deepEqual(faultyNames({ ...PRODUCTION, [name]: '' }), [name]);
  });

  it('refuses the console channel, alone or among others', () => {
    for (const channels of ['console', 'sms,console']) {
      const faults = faultsOf({ ...PRODUCTION, OTP_CHANNELS: channels });
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /^OTP_CHANNELS: console is refused in production/);
    }
  });

  it('disables migrations and test phones by default', () => {
    const byDefault = readConfig({ ...PRODUCTION, TEST_PHONES: '+15550100001=123456' });
    assert.deepEqual([byDefault.autoMigrate, byDefault.testPhones.enabled], [false, false]);
    const enabled = readConfig({ ...PRODUCTION, AUTO_MIGRATE: 'true', TEST_PHONES_ENABLED: 'true' });
    assert.deepEqual([enabled.autoMigrate, enabled.testPhones.enabled], [true, true]);
  });

  it('refuses a short pepper that development accepts', () => {
    assert.deepEqual(faultyNames({ ...PRODUCTION, OTP_PEPPER: RANDOM.slice(0, 31) }), ['OTP_PEPPER']);
    assert.deepEqual(faultyNames({ OTP_PEPPER: RANDOM.slice(0, 12) }), []);
  });

  it('refuses zero durations that development accepts', () => {
    const names = [
      'OTP_TTL_SECONDS',
      'OTP_CHANNEL_TIMEOUT_SECONDS',
      'OTP_COOLDOWN_SECONDS',
      'LOGIN_LOCKOUT_SECONDS',
      'ACCESS_TOKEN_SECONDS',
      'REFRESH_TOKEN_SECONDS',
      'SESSION_MAX_DAYS',
      'ANALYTICS_RETENTION_DAYS',
    ];
    const zeros = Object.fromEntries(names.map((name) => [name, '0']));
    assert.deepEqual(faultyNames({ ...PRODUCTION, ...zeros }), [...names].sort());
    assert.deepEqual(faultyNames(zeros), []);
    assert.deepEqual(faultyNames({ ...PRODUCTION, OTP_COOLDOWN_SECONDS: '0,1' }), []);
    assert.deepEqual(faultyNames({ ...PRODUCTION, PUBLIC_URL: 'http://diwan.example.com' }), ['PUBLIC_URL']);
  });
});

describe('readConfig with placeholders for secrets', () => {
  const placeholders = [
    'change-me-in-production',
    'Replace_With_A_Random_Secret',
    'replace-me-with-a-random-secret!',
    'my-super-secret-key-please-change-me',
    '0123456789abcdef0123456789abcdef',
    '12345678901234567890123456789012',
  ];

  for (const text of placeholders) {
    it(`refuses the placeholder ${text}`, () => {
      const env = { ADMIN_API_KEY: text, METRICS_TOKEN: text, OTP_PEPPER: text };
      assert.deepEqual(faultyNames(env), Object.keys(env).sort());
      assert.deepEqual(faultyNames({ ...PRODUCTION, ...env }), Object.keys(env).sort());
    });
  }

  it('accepts random values in hexadecimal and base64', () => {
    for (const text of [RANDOM, '9f2c41d7e80b6a35c1d9e47f20ab8836', 'Vb3kPz0aYt8WmQ2sJx7cLh5nRd9fGe1u+/A=']) {
      assert.deepEqual(faultsOf({ ADMIN_API_KEY: text, METRICS_TOKEN: text, OTP_PEPPER: text }), []);
    }
  });
});

describe('readConfig with former settings', () => {
  it('warns of DATABASE_READER_URL and shows no value', () => {
    const { warnings } = readConfig({ DATABASE_URL: 'mysql://app@db/diwan', DATABASE_READER_URL: 'mysql://app:hunter2@replica/diwan' });
    assert.deepEqual(warnings, ['DATABASE_READER_URL has no effect any more: every read goes to DATABASE_URL; remove it']);
  });

  it('gives the value of RATE_LIMIT_GUEST_REVIEW to its two replacements', () => {
    const given = { RATE_LIMIT_GUEST_REVIEW: '7/90', RATE_LIMIT_GUEST_REVIEW_BY_EMAIL: 'off' };
    const { rateLimits, warnings } = readConfig(given);
    assert.deepEqual([rateLimits.guestReviewByAddress, rateLimits.guestReviewByEmail], [{ count: 7, seconds: 90 }, null]);
    assert.match(warnings.join('\n'), /^RATE_LIMIT_GUEST_REVIEW is replaced by [^\n]+: set them instead$/);
    assert.match(faultsOf({ RATE_LIMIT_GUEST_REVIEW: '7' }).join('\n'), /^RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS: expected count/);
  });

  it('warns of none that is absent or empty', () => {
    for (const env of [{}, { DATABASE_READER_URL: '' }]) assert.deepEqual(readConfig(env).warnings, []);
  });
});

describe('readConfig without PUBLIC_URL', () => {
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'news@souq.example' };

  it('warns of mails without a link to unsubscribe', () => {
    const warning = 'PUBLIC_URL is not set: mails have no link to unsubscribe; they name the setting of the app';
    assert.deepEqual(readConfig(mail).warnings, [warning]);
    for (const env of [{ ...mail, PUBLIC_URL: 'https://souq.example' }, { ...mail, SERVICES: 'auth' }, {}])
      assert.deepEqual(readConfig(env).warnings, []);
  });
});

describe('readConfig with misspelt names', () => {
  const misspelt: Readonly<Record<string, string>> = {
    RATE_LIMIT_REED: 'RATE_LIMIT_READ',
    RATE_LIMIT_LOGINOTP: 'RATE_LIMIT_LOGIN_OTP',
    RATE_LIMIT_GLOBAL_SCOP: 'RATE_LIMIT_GLOBAL_SCOPE',
    OTP_LENGHT: 'OTP_LENGTH',
    OTP_LENTGHS: 'OTP_LENGTH',
    OTP_CHANNEL: 'OTP_CHANNELS',
    LOGIN_LOCKOUT_ATTEMPT: 'LOGIN_LOCKOUT_ATTEMPTS',
    WHATSAPP_TOKN: 'WHATSAPP_TOKEN',
    DATABSE_URL: 'DATABASE_URL',
    DATABASE_URI: 'DATABASE_URL',
    LOG_LEVELS: 'LOG_LEVEL',
    LOG_LEVLE: 'LOG_LEVEL',
    TRUST_PROXI: 'TRUST_PROXY',
    REDIS_ULR: 'REDIS_URL',
    'REDIS-URL': 'REDIS_URL',
    // 6 to 8 letters: one edit
    SMS_FORM: 'SMS_FROM',
    SMTP_URI: 'SMTP_URL',
    NODE_EVN: 'NODE_ENV',
    DATADIR: 'DATA_DIR',
    // shorter: one swap of neighbours
    PROT: 'PORT',
    HSOT: 'HOST',
  };

  for (const [name, nearest] of Object.entries(misspelt)) {
    it(`refuses ${name} and suggests ${nearest}`, () => {
      assert.deepEqual(faultsOf({ [name]: 'x' }), [`${name}: unknown, expected ${nearest}`]);
    });
  }

  it('ignores the names that machines and tools set', () => {
    const foreign = [
      ...['PATH', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'POST', 'PGHOST', 'PGPORT', 'SERVICE', 'MAIL', 'MAILCHECK', 'LOGNAME', 'LESSOPEN'],
      ...['HISTSIZE', 'HISTFILE', 'HISTCONTROL', 'NODE_OPTIONS', 'NODE_PATH', 'SHLVL', 'TERM', 'USER', 'PWD', 'LANG'],
    ];
    assert.deepEqual(faultsOf(Object.fromEntries(foreign.map((name) => [name, 'x']))), []);
  });

  it('ignores names that are not near enough', () => {
    const foreign = [
      ...['PORTS', 'HOSTS', 'POT', 'SMS_FOO', 'SMS_QUEUE_NAME', 'SMS_API_KEY', 'OTP_ROOT', 'OTP_TTL', 'REDIS_HOST', 'REDIS_PORT'],
      ...['SMTP_HOST', 'SMTP_PORT', 'MAIL_HOST', 'RATE_LIMITER', 'WHATSAPP_WEBHOOK_VERIFY', 'otp_lenght', 'OTP_LENGT\nH'],
    ];
    assert.deepEqual(faultsOf(Object.fromEntries(foreign.map((name) => [name, 'x']))), []);
  });
});
