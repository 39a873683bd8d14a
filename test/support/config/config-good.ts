import { fileURLToPath } from 'node:url';
import type { Config, DatabaseTls, Environment } from '../../../server/config/types.ts';
import { RANDOM, SMS, WHATSAPP } from './config-env.ts';

/** A value that is accepted, its parsed form, and the other variables that it needs. */
export interface GoodCase {
  readonly text: string;
  readonly read: (config: Config) => unknown;
  readonly value: unknown;
  readonly beside?: Environment;
}

const ADMIN = { ADMIN_USERNAME: 'root', ADMIN_PASSWORD: 'Tr0ubadour&3' };
const MAIL = { SMTP_URL: 'smtp://mail.example:587', MAIL_FROM: 'no-reply@diwan.example' };

const BY_WHATSAPP = { ...WHATSAPP, OTP_CHANNELS: 'whatsapp' };
const BY_SMS = { ...SMS, OTP_CHANNELS: 'sms' };
const MESSAGING = fileURLToPath(new URL('messaging.json', import.meta.url));

const ENCRYPTED = { DATABASE_URL: 'mysql://app@db/diwan?ssl-mode=required' };
const VERIFIED = { DATABASE_URL: 'mysql://app@db/diwan?ssl-mode=verify-ca' };
const WITHOUT_FILES = { caFile: null, certFile: null, keyFile: null };
const PAIR = { mode: 'required', caFile: null, certFile: 'c.pem', keyFile: 'k.pem' };

function mySql(urls: string | string[], mode: DatabaseTls['mode'] | null = null) {
  return { engine: 'mysql', urls: [urls].flat(), poolSize: 12, tls: mode === null ? null : { ...WITHOUT_FILES, mode } };
}

function tls({ database }: Config): unknown {
  return database.engine === 'mysql' ? database.tls : undefined;
}

interface Sending {
  readonly providers: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly routes: readonly { readonly channels: readonly { readonly provider: string }[] }[];
}

function channelsOf({ messaging }: Config): unknown {
  return (messaging.document as Sending).routes[0]?.channels.map(({ provider }) => provider);
}

function setting(provider: string, name: string): GoodCase['read'] {
  return ({ messaging }) => (messaging.document as Sending).providers[provider]?.[name];
}

function poolSize({ database }: Config): unknown {
  return database.engine === 'mysql' ? database.poolSize : undefined;
}

function good(read: GoodCase['read'], texts: Readonly<Record<string, unknown>>, beside: Environment = {}): GoodCase[] {
  return Object.entries(texts).map(([text, value]) => ({ text, read, value, beside }));
}

function limit(name: Exclude<keyof Config['rateLimits'], 'globalScope'>): GoodCase[] {
  return good((config) => config.rateLimits[name], { '7/90': { count: 7, seconds: 90 }, off: null, '1/1': { count: 1, seconds: 1 } });
}

export const GOOD: Readonly<Record<string, readonly GoodCase[]>> = {
  NODE_ENV: good((config) => config.env, { development: 'development', test: 'test' }),
  PORT: good((config) => config.http.port, { 0: 0, 8080: 8080, 65535: 65_535 }),
  HOST: good((config) => config.http.host, { '127.0.0.1': '127.0.0.1', '::': '::', localhost: 'localhost' }),
  SERVICES: good((config) => config.services, { apps: ['apps'], 'feedback, auth': ['feedback', 'auth'] }),
  DEFAULT_PROJECT_ID: good((config) => config.defaultProjectId, { 1: 1, 2147483647: 2_147_483_647 }),
  TRUST_PROXY: good((config) => config.http.trustProxy, { 0: 0, 1: 1, 10: 10 }),
  WEB_CONCURRENCY: good((config) => config.http.workers, { 1: 1, 64: 64 }),
  SHUTDOWN_DRAIN_SECONDS: good((config) => config.http.drainSeconds, { 0: 0, 300: 300 }),
  CORS_ORIGINS: good((config) => config.http.corsOrigins, {
    off: null,
    'https://a.example': ['https://a.example'],
    'http://localhost:5173, https://a.example': ['http://localhost:5173', 'https://a.example'],
  }),
  OVERLOAD_DELAY_MS: good((config) => config.http.overloadDelayMs, { off: null, 10: 10, 2000: 2_000 }),
  STREAM_CONNECTIONS: good((config) => config.http.streamConnections, { 0: 0, 2000: 2_000, 50000: 50_000 }),
  LOG_LEVEL: good((config) => config.logLevel, { silent: 'silent', trace: 'trace' }),
  DOCS: good((config) => config.pages.docs, { on: true, off: false }),
  SERVE_CONSOLE: good((config) => config.pages.console, { on: true, off: false }),
  PUBLIC_URL: good((config) => config.publicUrl, {
    'https://diwan.example.com/': 'https://diwan.example.com',
    'http://localhost:3000': 'http://localhost:3000',
  }),
  WEBHOOK_ALLOW_PRIVATE: good((config) => config.webhookAllowPrivate, {
    '127.0.0.0/8': ['127.0.0.0/8'],
    '10.20.0.0/16, fd00::/8': ['10.20.0.0/16', 'fd00::/8'],
  }),
  SECURITY_CONTACT: good((config) => config.pages.securityContacts, {
    'security@diwan.example': ['mailto:security@diwan.example'],
    'mailto:security@diwan.example, https://diwan.example/report?a=b': [
      'mailto:security@diwan.example',
      'https://diwan.example/report?a=b',
    ],
    'tel:+1-555-010-0000': ['tel:+1-555-010-0000'],
  }),
  METRICS_TOKEN: good((config) => config.metricsToken, { [RANDOM.slice(0, 16)]: RANDOM.slice(0, 16) }),
  DATABASE_URL: good((config) => config.database, {
    'mysql://app:p%40ss@db.example:3306/diwan': mySql('mysql://app:p%40ss@db.example:3306/diwan'),
    'mariadb://app@db/diwan': mySql('mysql://app@db/diwan'),
    'mysql://app@db/diwan?ssl-mode=required': mySql('mysql://app@db/diwan', 'required'),
    'mysql://app@db/diwan?ssl-mode=VERIFY_IDENTITY': mySql('mysql://app@db/diwan', 'verify-identity'),
    'mysql://app@[::1]/diwan?ssl-mode=disabled': mySql('mysql://app@[::1]/diwan'),
    'mysql://app:a,b@db1:3306,db2,[::1]:3307/diwan?ssl-mode=required': mySql(
      ['mysql://app:a,b@db1:3306/diwan', 'mysql://app:a,b@db2/diwan', 'mysql://app:a,b@[::1]:3307/diwan'],
      'required',
    ),
    'sqlite:tmp/a b.sqlite': { engine: 'sqlite', path: 'tmp/a b.sqlite' },
    'sqlite:/var/lib/diwan.sqlite': { engine: 'sqlite', path: '/var/lib/diwan.sqlite' },
  }),
  DATABASE_CA_FILE: good(tls, { 'ca.pem': { ...WITHOUT_FILES, mode: 'verify-ca', caFile: 'ca.pem' } }, VERIFIED),
  DATABASE_CERT_FILE: good(tls, { 'c.pem': PAIR }, { ...ENCRYPTED, DATABASE_KEY_FILE: 'k.pem' }),
  DATABASE_KEY_FILE: good(tls, { 'k.pem': PAIR }, { ...ENCRYPTED, DATABASE_CERT_FILE: 'c.pem' }),
  DATABASE_POOL_SIZE: good(poolSize, { 2: 2, 100: 100 }, ENCRYPTED),
  DATA_DIR: [
    ...good((config) => config.dataDir, { '/var/lib/diwan': '/var/lib/diwan' }),
    ...good((config) => config.database, { '/var/lib/diwan': { engine: 'sqlite', path: '/var/lib/diwan/diwan.sqlite' } }),
  ],
  AUTO_MIGRATE: good((config) => config.autoMigrate, { true: true, false: false }),
  REDIS_URL: good((config) => config.redisUrl, {
    'redis://:pw@cache:6379/1': 'redis://:pw@cache:6379/1',
    'rediss://cache': 'rediss://cache',
  }),
  ANALYTICS_RETENTION_DAYS: good((config) => config.analyticsRetentionDays, { 1: 1, 30: 30 }),
  EVENTS_DAILY_BYTES: good((config) => config.eventsDailyBytes, { 0: 0, 5000: 5000 }),
  AUDIT_RETENTION_DAYS: good((config) => config.auditRetentionDays, { 0: 0, 30: 30, 36500: 36_500 }),
  JWT_KEYS_FILE: good((config) => config.keys.jwtKeysFile, { 'keys/jwt.json': 'keys/jwt.json' }),
  ACCESS_TOKEN_SECONDS: good((config) => config.keys.accessTokenSeconds, { 0: 0, 2: 2 }),
  REFRESH_TOKEN_SECONDS: good((config) => config.keys.refreshTokenSeconds, { 1: 1 }),
  SESSION_MAX_DAYS: good((config) => config.keys.sessionMaxDays, { 1: 1, 30: 30 }),
  ADMIN_API_KEY: good((config) => config.admin.apiKey, { [RANDOM]: RANDOM }),
  ADMIN_USERNAME: good((config) => config.admin.username, { 'sara@diwan': 'sara@diwan', 'Sara.B_2-x': 'Sara.B_2-x' }, ADMIN),
  ADMIN_PASSWORD: good((config) => config.admin.password, { 'Tr0ubadour&3': 'Tr0ubadour&3', ' كلمة سر طويلة ': ' كلمة سر طويلة ' }, ADMIN),
  OTP_CHANNELS: [
    ...good(channelsOf, { 'sms,whatsapp': ['sms', 'whatsapp'], 'console, sms': ['console', 'sms'] }, { ...SMS, ...WHATSAPP }),
    ...good(channelsOf, { console: ['console'] }),
  ],
  MESSAGING_FILE: good((config) => config.messaging.source, { [MESSAGING]: 'MESSAGING_FILE' }),
  OTP_PEPPER: good((config) => config.otp.pepper, { [RANDOM]: RANDOM }),
  OTP_LENGTH: good((config) => config.otp.length, { 4: 4, 10: 10 }),
  OTP_TTL_SECONDS: good((config) => config.otp.ttlSeconds, { 0: 0, 1: 1, 600: 600 }),
  OTP_CHANNEL_TIMEOUT_SECONDS: good((config) => config.otp.channelTimeoutSeconds, { 0: 0, 1: 1, 60: 60 }),
  OTP_GUARD: good((config) => config.otp.guard, { enforce: 'enforce', record: 'record', off: 'off' }),
  OTP_COOLDOWN_SECONDS: good((config) => config.otp.cooldownSeconds, { 0: [0], '0,0,0,0': [0, 0, 0, 0], '1, 2': [1, 2] }),
  LOGIN_LOCKOUT_ATTEMPTS: good((config) => config.lockout.attempts, { 1: 1, 50: 50 }),
  LOGIN_LOCKOUT_SECONDS: good((config) => config.lockout.seconds, { 0: 0, 1: 1 }),
  TEST_PHONES: good((config) => config.testPhones.seeded, {
    '+15550100001=123456, +201000000000=0000': [
      { phone: '+15550100001', code: '123456' },
      { phone: '+201000000000', code: '0000' },
    ],
    '\u202a+15550100001\u202c=\u0661\u0662\u0663-456': [{ phone: '+15550100001', code: '123456' }],
  }),
  TEST_PHONES_ENABLED: good((config) => config.testPhones.enabled, { true: true, false: false }),
  WHATSAPP_API_URL: good(setting('whatsapp', 'url'), { 'http://127.0.0.1:9000/v23.0/': 'http://127.0.0.1:9000/v23.0' }, BY_WHATSAPP),
  WHATSAPP_PHONE_NUMBER_ID: good(setting('whatsapp', 'phoneNumberId'), { 1065: '1065' }, BY_WHATSAPP),
  WHATSAPP_TOKEN: good(setting('whatsapp', 'token'), { EAAJB: 'EAAJB' }, BY_WHATSAPP),
  WHATSAPP_TEMPLATE: good(setting('whatsapp', 'template'), { login_code: 'login_code' }, BY_WHATSAPP),
  SMS_API_URL: good(setting('sms', 'url'), { 'https://api.sms.example/': 'https://api.sms.example' }, BY_SMS),
  SMS_ACCOUNT_SID: good(setting('sms', 'accountSid'), { AC77: 'AC77' }, BY_SMS),
  SMS_AUTH_TOKEN: good(setting('sms', 'authToken'), { 'a:b=c': 'a:b=c' }, BY_SMS),
  SMS_FROM: good(setting('sms', 'from'), { '+15550100009': '+15550100009', 12345: '12345', Diwan: 'Diwan' }, BY_SMS),
  SMTP_URL: good(
    (config) => config.mail.smtpUrl,
    { 'smtps://u:p%40@mail.example:465': 'smtps://u:p%40@mail.example:465', 'smtp://[::1]:2525': 'smtp://[::1]:2525' },
    MAIL,
  ),
  MAIL_FROM: good(
    (config) => config.mail.from,
    {
      'no-reply@localhost': { name: '', address: 'no-reply@localhost' },
      'Diwan <a@b.example>': { name: 'Diwan', address: 'a@b.example' },
      'Shop: News <a@b.example>': { name: 'Shop: News', address: 'a@b.example' },
      '"Diwan, Inc." <a@b.example>': { name: 'Diwan, Inc.', address: 'a@b.example' },
      '"The \\"Souq\\"; <Riyadh>"<a@b.example>': { name: 'The "Souq"; <Riyadh>', address: 'a@b.example' },
      'ديوان <a@b.example>': { name: 'ديوان', address: 'a@b.example' },
    },
    MAIL,
  ),
  RATE_LIMIT_GLOBAL: limit('global'),
  RATE_LIMIT_GLOBAL_SCOPE: good((config) => config.rateLimits.globalScope, { auth: 'auth', all: 'all' }),
  RATE_LIMIT_REGISTER_INIT: limit('registerInit'),
  RATE_LIMIT_SEND_OTP: limit('sendOtp'),
  RATE_LIMIT_PASSWORD_RESET: limit('passwordReset'),
  RATE_LIMIT_LOGIN: limit('login'),
  RATE_LIMIT_LOGIN_OTP: limit('loginOtp'),
  RATE_LIMIT_ACCOUNT: limit('account'),
  RATE_LIMIT_READ: limit('read'),
  RATE_LIMIT_SEARCH: limit('search'),
  RATE_LIMIT_EVALUATE: limit('evaluate'),
  RATE_LIMIT_EVALUATE_ADDRESS: limit('evaluateAddress'),
  RATE_LIMIT_WRITE: limit('write'),
  RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS: limit('guestReviewByAddress'),
  RATE_LIMIT_GUEST_REVIEW_BY_EMAIL: limit('guestReviewByEmail'),
  RATE_LIMIT_EVENTS: limit('events'),
  RATE_LIMIT_EVENTS_BYTES: limit('eventsBytes'),
  RATE_LIMIT_ADMIN: limit('admin'),
  RATE_LIMIT_FAILED_KEYS: limit('failedKeys'),
  RATE_LIMIT_RECEIPTS: limit('receipts'),
};
