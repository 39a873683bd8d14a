import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import { CONFIG_VARIABLES, readConfig } from '../../server/config/read-config.ts';
import { RATE_LIMIT_NAMES } from '../../server/config/types.ts';
import { BAD } from '../support/config-bad.ts';
import { faultsOf, faultyNames, SMS, thrown, WHATSAPP } from '../support/config-env.ts';
import { GOOD } from '../support/config-good.ts';

describe('readConfig', () => {
  it('gives the defaults of the contract for an empty environment', () => {
    assert.deepEqual(readConfig({}), {
      env: 'development',
      services: ['auth', 'feedback', 'apps'],
      defaultProjectId: 11,
      logLevel: 'info',
      http: { port: 3000, host: '0.0.0.0', trustProxy: 0, workers: 1 },
      database: { engine: 'sqlite', path: 'data/diwan.sqlite' },
      dataDir: './data',
      redisUrl: null,
      autoMigrate: true,
      keys: { jwtKeysFile: null, accessTokenSeconds: 3600, refreshTokenSeconds: 604_800 },
      admin: { apiKey: null, username: null, password: null },
      metricsToken: null,
      otp: {
        pepper: null,
        channels: ['console'],
        length: 6,
        ttlSeconds: 300,
        channelTimeoutSeconds: 4,
        cooldownSeconds: [0, 60, 300, 86_400],
      },
      lockout: { attempts: 5, seconds: 900 },
      whatsapp: null,
      sms: null,
      mail: { smtpUrl: null, from: null },
      testPhones: { enabled: true, seeded: [] },
      analyticsRetentionDays: 400,
      rateLimits: {
        global: { count: 10, seconds: 60 },
        globalScope: 'auth',
        registerInit: { count: 3, seconds: 300 },
        sendOtp: { count: 3, seconds: 300 },
        passwordReset: { count: 3, seconds: 300 },
        login: { count: 5, seconds: 300 },
        loginOtp: { count: 5, seconds: 300 },
        read: { count: 600, seconds: 60 },
        write: { count: 60, seconds: 60 },
        guestReview: { count: 5, seconds: 3600 },
        events: { count: 1200, seconds: 60 },
        admin: { count: 300, seconds: 60 },
        failedKeys: { count: 20, seconds: 60 },
      },
    });
  });

  it('knows every rate limit by name', () => {
    assert.deepEqual(Object.keys(readConfig({}).rateLimits).sort(), [...RATE_LIMIT_NAMES, 'globalScope'].sort());
  });

  it('counts an empty variable as absent', () => {
    const empty = Object.fromEntries(CONFIG_VARIABLES.map(({ name }) => [name, '']));
    assert.deepEqual(readConfig({ ...empty, RATE_LIMIT_REED: '' }), readConfig({}));
  });

  it('leaves the environment alone and answers the same again', () => {
    const env = Object.freeze({ PORT: '4000' });
    assert.deepEqual(readConfig(env), readConfig(env));
    assert.deepEqual(env, { PORT: '4000' });
  });

  it('is frozen through and through', () => {
    const config = readConfig({ TEST_PHONES: '+15550100001=123456', DATABASE_URL: 'mysql://u@h/d', ...WHATSAPP, ...SMS });
    const thawed = thawedPaths(config, 'config');
    assert.deepEqual(thawed, []);
    assert.throws(() => Object.assign(config.http, { port: 1 }), TypeError);
  });

  it('has good and bad values in this test for every variable', () => {
    const names = CONFIG_VARIABLES.map(({ name }) => name).sort();
    assert.deepEqual(Object.keys(GOOD).sort(), names);
    assert.deepEqual(Object.keys(BAD).sort(), names);
  });
});

describe('readConfig, each variable', () => {
  for (const [name, cases] of Object.entries(GOOD)) {
    for (const { text, read, value, beside } of cases) {
      it(`takes ${name}=${text}`, () => {
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

describe('readConfig, faults', () => {
  it('lists every fault at once, one line each', () => {
    const env = Object.fromEntries(Object.entries(BAD).map(([name, texts]) => [name, texts[0]]));
    assert.deepEqual(faultyNames({ ...env, OTP_LENGHT: '6' }), [...Object.keys(BAD), 'OTP_LENGHT'].sort());
    const error = thrown({ ...env, OTP_LENGHT: '6' });
    const lines = error.message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
    assert.deepEqual(lines, error.faults);
  });

  it('says what is expected', () => {
    assert.deepEqual(faultsOf({ PORT: '70000' }), ['PORT: expected a whole number from 0 to 65535']);
    assert.deepEqual(faultsOf({ OTP_CHANNELS: 'sms,sms', ...SMS }), ['OTP_CHANNELS: expected each entry once']);
  });

  it('names each bad entry of TEST_PHONES by its place', () => {
    const faults = faultsOf({ TEST_PHONES: '+15550100001=123456,05550100=1234,+15550100003=12a4,+15550100001=9999' });
    assert.deepEqual(
      faults.map((fault) => /^TEST_PHONES: entry (\d): expected /.exec(fault)?.[1]),
      ['2', '3', '4'],
    );
  });

  it('refuses TRUST_PROXY=true by name, with the reason', () => {
    for (const text of ['true', 'TRUE', 'True']) {
      const [fault = ''] = faultsOf({ TRUST_PROXY: text });
      assert.match(fault, /^TRUST_PROXY: true is refused, since .*invent its address.*number of proxies/);
    }
  });

  it('never prints a value, whether it is good or bad', () => {
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
        const error = thrown({ ...env, NODE_ENV, RATE_LIMIT_REED: shape, OTP_TTL: shape });
        assert.ok(!inspect(error, { depth: 5, showHidden: true }).includes(leak), `shown: ${error.message}`);
        assert.ok(error.faults.length > 30);
      }
    }
  });
});

describe('.env.example', () => {
  const lines = readFileSync(new URL('../../.env.example', import.meta.url), 'utf8').split('\n');

  it('has every variable in its group, with its default and its meaning, and nothing else', () => {
    const told = lines.flatMap((line, at) => {
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
    assert.deepEqual(told, CONFIG_VARIABLES);
  });

  it('says the defaults that are in force', () => {
    const defaults = Object.fromEntries(CONFIG_VARIABLES.map((variable) => [variable.name, variable.default ?? '']));
    assert.deepEqual(readConfig(defaults), readConfig({}));
  });
});

function thawedPaths(value: unknown, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, each]) => thawedPaths(each, `${path}.${key}`));
  return Object.isFrozen(value) ? inner : [path, ...inner];
}
