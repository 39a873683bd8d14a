import { databaseUrl } from './readers/database-url.ts';
import { mailbox } from './readers/mailbox.ts';
import { apiUrl, contacts, hostName, networks, proxyHops, rateLimit, serverUrl, webOrigins } from './readers/network-readers.ts';
import { pathPart, sender, templateName } from './readers/provider-readers.ts';
import { choice, choices, cooldowns, duration, filePath, flag, integer, integerOrOff, onOrOff, pattern } from './readers/readers.ts';
import { issued, password, pepper, secret } from './readers/secret.ts';
import { testPhones } from './readers/test-phones.ts';
import { inProduction, optional, requiredInProduction, type Variable, withDefault } from './variable.ts';

/** A password with @, /, ? or % in it is the usual reason why an address cannot be read. */
const ENCODED = 'with user name and password percent-encoded (such as %40 for @)';
/** The rule of operator administration: every keyboard must be able to type a username. */
const username = pattern(/^[A-Za-z\d._@-]{3,64}$/, '3 to 64 letters, digits or any of . _ @ -');
const DAY_SECONDS = 86_400;

const server = {
  NODE_ENV: withDefault('development', choice('development', 'test', 'production'), 'development, test or production'),
  PORT: withDefault('3000', integer(0, 65_535), 'TCP port to listen on; 0 takes a free one'),
  HOST: withDefault('0.0.0.0', hostName, 'address to listen on'),
  SERVICES: withDefault('auth,feedback,apps', choices('auth', 'feedback', 'apps'), 'services that this process serves'),
  DEFAULT_PROJECT_ID: withDefault('11', integer(1, 2_147_483_647), 'project of a request that names none'),
  TRUST_PROXY: withDefault(
    '0',
    proxyHops,
    'number of proxies in front, 0 to 10; never true, because clients could then invent their address',
  ),
  CORS_ORIGINS: optional(
    webOrigins,
    'web origins, separated by commas, whose pages may use administration; pages of any origin may use the rest; off refuses all',
  ),
  WEB_CONCURRENCY: withDefault('1', integer(1, 64), 'worker processes, 1 to 64'),
  SHUTDOWN_DRAIN_SECONDS: inProduction(
    '12',
    withDefault('1', integer(0, 300), 'seconds for which a process serves on after SIGTERM, so that balancers notice; in production 12'),
  ),
  OVERLOAD_DELAY_MS: withDefault(
    '100',
    integerOrOff(10, 2_000),
    'delay of all requests, in milliseconds, above which the server refuses some with 503, 10 to 2000; off never does',
  ),
  STREAM_CONNECTIONS: withDefault(
    '2000',
    integer(0, 50_000),
    'open streams of changes that one process admits beside 10000 other connections, 0 to 50000',
  ),
  LOG_LEVEL: withDefault(
    'info',
    choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'fatal, error, warn, info, debug, trace or silent',
  ),
  METRICS_TOKEN: optional(secret(16), 'bearer token of /metrics, at least 16 characters; without it only loopback may read them'),
  DOCS: withDefault('on', onOrOff, 'on, or off to close /docs and /openapi.json'),
  SERVE_CONSOLE: withDefault('on', onOrOff, 'on, or off to close the web console at /console'),
  PUBLIC_URL: optional(
    apiUrl,
    'address at which people reach this server, such as https://diwan.example.com, for links in mails, such as those to unsubscribe; https in production',
  ),
  WEBHOOK_ALLOW_PRIVATE: optional(
    networks,
    'private networks that webhooks may reach, such as 10.20.0.0/16, separated by commas; without it they reach public addresses alone',
  ),
  SECURITY_CONTACT: optional(
    contacts,
    'where to report a vulnerability, for /.well-known/security.txt: mailto:, https:// or tel: addresses, separated by commas',
  ),
};

const storage = {
  DATABASE_URL: requiredInProduction(
    'mysql://USER:PASSWORD@HOST:PORT/DATABASE, or sqlite:PATH for the embedded database',
    optional(
      databaseUrl,
      'mysql://USER:PASSWORD@HOST:3306/DATABASE?ssl-mode=verify-identity or sqlite:PATH; required in production, else diwan.sqlite in DATA_DIR',
    ),
  ),
  DATABASE_CA_FILE: optional(filePath, 'PEM file of the CA of the database server, for ssl-mode=verify-ca or verify-identity'),
  DATABASE_CERT_FILE: optional(filePath, 'PEM file of the client certificate, if the database asks for one; with DATABASE_KEY_FILE'),
  DATABASE_KEY_FILE: optional(filePath, 'PEM file of the key of that certificate, without a passphrase'),
  DATABASE_POOL_SIZE: withDefault('12', integer(2, 100), 'connections to MySQL or MariaDB that each process may hold, 2 to 100'),
  DATA_DIR: withDefault('./data', filePath, 'directory of the embedded database and, outside production, of generated keys and pepper'),
  AUTO_MIGRATE: inProduction('false', withDefault('true', flag, 'run pending migrations before listening; in production false')),
  REDIS_URL: optional(
    serverUrl(['redis', 'rediss'], `redis://USER:PASSWORD@HOST:PORT or rediss://…, ${ENCODED}`),
    'redis://HOST:6379 for rate-limit counters shared by processes',
  ),
  ANALYTICS_RETENTION_DAYS: withDefault('400', duration('days', 36_500), 'days after which analytics events are purged'),
  EVENTS_DAILY_BYTES: withDefault(
    '1073741824',
    integer(0, Number.MAX_SAFE_INTEGER),
    'bytes of events that each app accepts in a day of UTC, 200 and its data for each event; 0 is no limit',
  ),
  AUDIT_RETENTION_DAYS: withDefault('730', integer(0, 36_500), 'days after which rows of the audit log are purged; 0 keeps them for ever'),
};

const keys = {
  JWT_KEYS_FILE: requiredInProduction(
    'the path of a key file',
    optional(filePath, 'file of the signing keys; required in production, else generated in DATA_DIR'),
  ),
  ACCESS_TOKEN_SECONDS: withDefault('3600', duration('seconds'), 'lifetime of an access token'),
  REFRESH_TOKEN_SECONDS: withDefault('604800', duration('seconds'), 'lifetime of a refresh token'),
  SESSION_MAX_DAYS: withDefault('365', duration('days', 36_500), 'days after its sign-in that a session ends, however often refreshed'),
};

const administration = {
  ADMIN_API_KEY: optional(secret(32), 'one platform API key with all scopes, at least 32 characters'),
  ADMIN_USERNAME: optional(username, 'admin operator of the default project, created on start if missing; with ADMIN_PASSWORD'),
  ADMIN_PASSWORD: optional(password, 'first password of that operator, 8 to 128 characters'),
};

const codes = {
  OTP_CHANNELS: requiredInProduction(
    'an ordered list of whatsapp and sms, or MESSAGING_FILE',
    withDefault(
      'console',
      choices('whatsapp', 'sms', 'console'),
      'ordered list of whatsapp, sms, console; required in production, without console',
    ),
  ),
  MESSAGING_FILE: optional(
    filePath,
    'JSON file of providers and routes (docs/messaging.md), in place of OTP_CHANNELS, the WHATSAPP_ and the SMS_ variables',
  ),
  OTP_PEPPER: requiredInProduction(
    'a random secret of at least 32 characters',
    optional(
      pepper(32),
      'secret of the one-time-code digest; required in production with at least 32 characters, else generated in DATA_DIR',
    ),
  ),
  OTP_LENGTH: withDefault('6', integer(4, 10), 'digits of a code, 4 to 10'),
  OTP_TTL_SECONDS: withDefault('300', duration('seconds', DAY_SECONDS), 'lifetime of a code'),
  OTP_CHANNEL_TIMEOUT_SECONDS: withDefault('4', duration('seconds', 60), 'how long to wait for one channel before the next is tried'),
  OTP_COOLDOWN_SECONDS: withDefault(
    '0,60,300,86400',
    cooldowns,
    'waits before the 1st, 2nd, 3rd, 4th and every later code of a phone; the 1st is 0 as a rule',
  ),
  OTP_GUARD: inProduction(
    'enforce',
    withDefault(
      'record',
      choice('enforce', 'record', 'off'),
      'whether codes that nearly no one uses are refused (enforce), only counted (record), or neither (off); in production enforce',
    ),
  ),
  LOGIN_LOCKOUT_ATTEMPTS: withDefault(
    '5',
    integer(1, 1_000_000),
    'consecutive wrong passwords that lock an account (an operator: for one address or device)',
  ),
  LOGIN_LOCKOUT_SECONDS: withDefault('900', duration('seconds'), 'how long it stays locked'),
  TEST_PHONES: optional(testPhones, '+15550100001=123456,... up to 10 test numbers of the default project with their fixed codes'),
  TEST_PHONES_ENABLED: inProduction('false', withDefault('true', flag, 'whether test numbers work at all; in production false')),
};

const whatsapp = {
  WHATSAPP_API_URL: optional(apiUrl, 'base address of the WhatsApp Cloud API, such as https://graph.facebook.com/v23.0'),
  WHATSAPP_PHONE_NUMBER_ID: optional(pathPart, 'id of the sending phone number'),
  WHATSAPP_TOKEN: optional(issued, 'access token'),
  WHATSAPP_TEMPLATE: optional(templateName, 'name of the approved authentication template'),
};

const sms = {
  SMS_API_URL: optional(apiUrl, "base address of Twilio's Messages API or one like it, such as https://api.twilio.com"),
  SMS_ACCOUNT_SID: optional(pathPart, 'account SID'),
  SMS_AUTH_TOKEN: optional(issued, 'auth token'),
  SMS_FROM: optional(sender, 'sending number, short code or sender name'),
};

const mail = {
  SMTP_URL: optional(
    serverUrl(['smtp', 'smtps'], `smtp://USER:PASSWORD@HOST:PORT or smtps://…, ${ENCODED}`),
    'smtp://USER:PASSWORD@HOST:587, with a password by STARTTLS only unless ?requireTLS=false; without it mail is logged, not sent',
  ),
  MAIL_FROM: optional(mailbox, 'sender of mails, an address, Name <address> or "Name, Inc." <address>; with SMTP_URL'),
};

const rateLimits = {
  RATE_LIMIT_GLOBAL: withDefault('10/60', rateLimit, 'per address, all endpoints of phone auth and operator tokens together'),
  RATE_LIMIT_GLOBAL_SCOPE: withDefault('auth', choice('auth', 'all'), 'all extends the global limit to every service'),
  RATE_LIMIT_REGISTER_INIT: withDefault('3/300', rateLimit, 'per project and phone, or known device, /register-init'),
  RATE_LIMIT_SEND_OTP: withDefault('3/300', rateLimit, 'per project and phone, or known device, /send-otp'),
  RATE_LIMIT_PASSWORD_RESET: withDefault(
    '3/300',
    rateLimit,
    'per project and phone, or known device; operators: username; /password/reset/init',
  ),
  RATE_LIMIT_LOGIN: withDefault('5/300', rateLimit, 'per project and phone (operators: username and address), or known device, /login'),
  RATE_LIMIT_LOGIN_OTP: withDefault('5/300', rateLimit, 'per project and phone, or known device, /login-otp'),
  RATE_LIMIT_ACCOUNT: withDefault(
    '60/60',
    rateLimit,
    'per user, /refresh and the endpoints of a signed-in user; per session, the refresh of operators and tokens that are no longer valid',
  ),
  RATE_LIMIT_READ: withDefault('600/60', rateLimit, 'per address, reads of feedback and of app management'),
  RATE_LIMIT_SEARCH: withDefault('60/60', rateLimit, 'per address, those of these reads that search (q=)'),
  RATE_LIMIT_EVALUATE: withDefault('60/60', rateLimit, 'per address and installation, evaluated flags; a 304 does not count'),
  RATE_LIMIT_EVALUATE_ADDRESS: withDefault('6000/60', rateLimit, 'per address, what apps ask for at their start'),
  RATE_LIMIT_WRITE: withDefault('60/60', rateLimit, 'per user, feedback writes'),
  RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS: withDefault('5/3600', rateLimit, 'per address, guest reviews'),
  RATE_LIMIT_GUEST_REVIEW_BY_EMAIL: withDefault('5/3600', rateLimit, 'per guest e-mail, guest reviews'),
  RATE_LIMIT_EVENTS: withDefault('1200/60', rateLimit, 'analytics events, per address and app; a batch counts each of its events'),
  RATE_LIMIT_EVENTS_BYTES: withDefault(
    '2000000/60',
    rateLimit,
    'bytes of analytics events, per address, 200 and its data for each event, apart from RATE_LIMIT_EVENTS',
  ),
  RATE_LIMIT_ADMIN: withDefault('300/60', rateLimit, 'per API key or staff user, admin endpoints'),
  RATE_LIMIT_FAILED_KEYS: withDefault('20/60', rateLimit, 'per address, wrong API keys'),
  RATE_LIMIT_RECEIPTS: withDefault('600/60', rateLimit, 'per address, receipts of messaging providers'),
};

const GROUPS = {
  Server: server,
  Storage: storage,
  'Signing keys and tokens': keys,
  Administration: administration,
  'One-time codes and lockout': codes,
  WhatsApp: whatsapp,
  SMS: sms,
  Mail: mail,
  'Rate limits (count/seconds, or off)': rateLimits,
};

/** Every environment variable that the server reads. */
export const VARIABLES = {
  ...server,
  ...storage,
  ...keys,
  ...administration,
  ...codes,
  ...whatsapp,
  ...sms,
  ...mail,
  ...rateLimits,
} satisfies Record<string, Variable<unknown>>;

/** A variable of earlier versions. */
interface FormerVariable {
  /** The warning at the start, after its name. */
  readonly warning: string;
  /** The variables that take its value while they are absent. */
  readonly replacedBy?: readonly string[];
}

export const FORMER_VARIABLES: Readonly<Record<string, FormerVariable>> = {
  DATABASE_READER_URL: { warning: 'has no effect any more: every read goes to DATABASE_URL; remove it' },
  RATE_LIMIT_GUEST_REVIEW: {
    warning:
      'is replaced by RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS and RATE_LIMIT_GUEST_REVIEW_BY_EMAIL, which take its value while absent: set them instead',
    replacedBy: ['RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS', 'RATE_LIMIT_GUEST_REVIEW_BY_EMAIL'],
  },
};

/** The parsed value of each variable; null for an absent one without a default. */
export type Values = { readonly [Name in keyof typeof VARIABLES]: (typeof VARIABLES)[Name] extends Variable<infer T> ? T : never };

export interface ConfigVariable {
  readonly group: string;
  readonly name: string;
  /** null if there is no default, or if the value is generated. */
  readonly default: string | null;
  readonly meaning: string;
}

/** The list for documents and tools; a test compares `.env.example` with it. */
export const CONFIG_VARIABLES: readonly ConfigVariable[] = Object.entries(GROUPS).flatMap(([group, variables]) =>
  Object.entries<Variable<unknown>>(variables).map(([name, { default: text, meaning }]) => ({ group, name, default: text, meaning })),
);
