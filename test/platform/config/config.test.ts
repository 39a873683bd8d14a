import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { CONFIG_VARIABLES, readConfig } from '../../../server/config/read-config.ts';
import { RATE_LIMIT_NAMES } from '../../../server/config/types.ts';
import { BAD } from '../../support/config/config-bad.ts';
import { faultsOf, faultyNames, SMS, thrown, WHATSAPP } from '../../support/config/config-env.ts';
import { GOOD } from '../../support/config/config-good.ts';

describe('readConfig', () => {
  it('has a default for every setting', () => {
    assert.deepEqual(readConfig({}), {
      env: 'development',
      services: ['auth', 'feedback', 'apps'],
      defaultProjectId: 11,
      logLevel: 'info',
      http: {
        port: 3000,
        host: '0.0.0.0',
        trustProxy: 0,
        workers: 1,
        drainSeconds: 1,
        corsOrigins: [],
        overloadDelayMs: 100,
        streamConnections: 2_000,
      },
      database: { engine: 'sqlite', path: 'data/diwan.sqlite' },
      dataDir: './data',
      redisUrl: null,
      autoMigrate: true,
      keys: { jwtKeysFile: null, accessTokenSeconds: 3600, refreshTokenSeconds: 604_800, sessionMaxDays: 365 },
      admin: { apiKey: null, username: null, password: null },
      metricsToken: null,
      publicUrl: null,
      webhookAllowPrivate: [],
      pages: { docs: true, console: true, securityContacts: [] },
      otp: {
        pepper: null,
        length: 6,
        ttlSeconds: 300,
        channelTimeoutSeconds: 4,
        cooldownSeconds: [0, 60, 300, 86_400],
        guard: 'record',
      },
      lockout: { attempts: 5, seconds: 900 },
      messaging: {
        source: 'OTP_CHANNELS',
        document: { providers: { console: { type: 'console' } }, routes: [{ channels: [{ provider: 'console' }] }] },
      },
      mail: { smtpUrl: null, from: null },
      testPhones: { enabled: true, seeded: [] },
      analyticsRetentionDays: 400,
      eventsDailyBytes: 1_073_741_824,
      auditRetentionDays: 730,
      rateLimits: {
        global: { count: 10, seconds: 60 },
        globalScope: 'auth',
        registerInit: { count: 3, seconds: 300 },
        sendOtp: { count: 3, seconds: 300 },
        passwordReset: { count: 3, seconds: 300 },
        login: { count: 5, seconds: 300 },
        loginOtp: { count: 5, seconds: 300 },
        account: { count: 60, seconds: 60 },
        read: { count: 600, seconds: 60 },
        search: { count: 60, seconds: 60 },
        evaluate: { count: 60, seconds: 60 },
        evaluateAddress: { count: 6000, seconds: 60 },
        write: { count: 60, seconds: 60 },
        guestReviewByAddress: { count: 5, seconds: 3600 },
        guestReviewByEmail: { count: 5, seconds: 3600 },
        events: { count: 1200, seconds: 60 },
        eventsBytes: { count: 2000000, seconds: 60 },
        admin: { count: 300, seconds: 60 },
        failedKeys: { count: 20, seconds: 60 },
        receipts: { count: 600, seconds: 60 },
      },
      warnings: [],
    });
  });

  it('knows every rate limit by name', () => {
    assert.deepEqual(Object.keys(readConfig({}).rateLimits).sort(), [...RATE_LIMIT_NAMES, 'globalScope'].sort());
  });

  it('treats an empty variable as absent', () => {
    const empty = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, '']));
    assert.deepEqual(readConfig({ ...empty, RATE_LIMIT_REED: '' }), readConfig({}));
  });

  it('does not change the environment that it reads', () => {
    const env = Object.freeze({ PORT: '4000' });
    assert.deepEqual(readConfig(env), readConfig(env));
    assert.deepEqual(env, { PORT: '4000' });
  });

  it('returns a deeply frozen configuration', () => {
    const config = readConfig({ TEST_PHONES: '+15550100001=123456', DATABASE_URL: 'mysql://u@h/d', ...WHATSAPP, ...SMS });
    assert.deepEqual(mutablePaths(config, 'config'), []);
    assert.throws(() => Object.assign(config.http, { port: 1 }), TypeError);
  });

  it('is tested with good and bad values of every variable', () => {
    const names = CONFIG_VARIABLES.map(({ name }) => name).sort();
    assert.deepEqual(Object.keys(GOOD).sort(), names);
    assert.deepEqual(Object.keys(BAD).sort(), names);
  });
});

describe('readConfig for each variable', () => {
  for (const [name, cases] of Object.entries(GOOD)) {
    for (const { text, read, value, beside } of cases) {
      it(`accepts ${name}=${text}`, () => {
        assert.deepEqual(read(readConfig({ ...beside, [name]: text })), value);
      });
    }
  }

  for (const [name, texts] of Object.entries(BAD)) {
    for (const text of texts) {
      it(`refuses ${name}=${inspect(text).slice(0, 60)}`, () => {
        assert.ok(faultyNames({ [name]: text }).includes(name));
      });
    }
  }
});

describe('readConfig with faults', () => {
  it('lists every fault on its own line', () => {
    const env = Object.fromEntries(Object.entries(BAD).map(([name, texts]) => [name, texts[0]]));
    assert.deepEqual(faultyNames({ ...env, OTP_LENGHT: '6' }), [...Object.keys(BAD), 'OTP_LENGHT'].sort());
    const error = thrown({ ...env, OTP_LENGHT: '6' });
    const lines = error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
    assert.deepEqual(lines, error.faults);
  });

  it('names the expected value of each variable', () => {
    assert.deepEqual(faultsOf({ PORT: '70000' }), ['PORT: expected a whole number from 0 to 65535']);
    assert.deepEqual(faultsOf({ OTP_CHANNELS: 'sms,sms', ...SMS }), ['OTP_CHANNELS: expected each entry once']);
  });

  it('names each bad entry of TEST_PHONES by its position', () => {
    const faults = faultsOf({ TEST_PHONES: '+15550100001=123456,05550100=1234,+15550100003=12a4,+15550100001=9999' });
    assert.deepEqual(
      faults.map((fault) => /^TEST_PHONES: entry (\d): expected /.exec(fault)?.[1]),
      ['2', '3', '4'],
    );
  });

  it('refuses TRUST_PROXY=true and says why', () => {
    for (const text of ['true', 'TRUE', 'True']) {
      const [fault = ''] = faultsOf({ TRUST_PROXY: text });
      assert.match(fault, /^TRUST_PROXY: true is refused, because .*invent its address.*number of proxies/);
    }
  });

  it('never prints a value, good or bad', () => {
    const leak = 'Leak9vQ';
    const shapes = [
      leak,
      `mysql://app:${leak}@db/`,
      `smtp://u:${leak}%@h`,
      `+15550100001=${leak}`,
      `${leak},${leak}`,
      `${leak}/60`,
      `${leak}\n`,
      `https://u:${leak}@h/`,
    ];
    for (const shape of shapes) {
      for (const NODE_ENV of ['development', 'production', shape]) {
        const env = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, shape]));
        const error = thrown({ ...env, NODE_ENV, RATE_LIMIT_REED: shape, OTP_LENGHT: shape });
        assert.ok(!inspect(error, { depth: 5, showHidden: true }).includes(leak), `shown: ${error.message}`);
        assert.ok(error.faults.length > 30);
      }
    }
  });
});

describe('.env.example', () => {
  const lines = readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8').split('\n');

  it('lists exactly the variables with group, default and meaning', () => {
    const listed = lines.flatMap((line, at) => {
      const match = /^#?(?<name>[A-Z][A-Z0-9_]*)=(?<text>.*)$/.exec(line)?.groups;
      if (match === undefined) return [];
      const group = lines.slice(0, at).findLast((earlier) => earlier.startsWith('# --- '));
      return [
        {
          group: group?.slice('# --- '.length, -' ---'.length),
          name: match['name'],
          default: match['text'] || null,
          meaning: lines[at - 1]?.slice('# '.length),
        },
      ];
    });
    assert.deepEqual(listed, CONFIG_VARIABLES);
  });

  it('shows the defaults that apply', () => {
    const defaults = Object.fromEntries(CONFIG_VARIABLES.map((variable) => [variable.name, variable.default ?? '']));
    assert.deepEqual(readConfig(defaults), readConfig({}));
  });
});

function mutablePaths(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) => mutablePaths(each, `${path}.${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}
