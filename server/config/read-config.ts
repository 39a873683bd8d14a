import { join } from 'node:path';
import { ConfigError } from './config-error.ts';
import { type MessagingFile, readMessagingFile } from './messaging.ts';
import { misspeltFaults } from './misspelt.ts';
import type { DatabaseUrl, MySqlUrl } from './readers/database-url.ts';
import { ruleFaults, SENDING } from './rules.ts';
import type { Config, DatabaseConfig, Environment, MessagingConfig, MySqlConfig, RateLimitConfig } from './types.ts';
import type { Variable } from './variable.ts';
import { FORMER_VARIABLES, VARIABLES, type Values } from './variables.ts';

export { ConfigError } from './config-error.ts';
export { CONFIG_VARIABLES } from './variables.ts';

interface Parsed {
  readonly value?: unknown;
  readonly faults: readonly string[];
}

/** The faults of what says how codes are sent. */
type MessagingCheck = (config: Pick<Config, 'env' | 'messaging'>) => readonly string[];

/**
 * Parses and freezes the configuration. Among the files that variables name, only MESSAGING_FILE is read: it is configuration too.
 * `faultsOf` checks its content, so that one list has the faults of the file and of the variables.
 * @throws ConfigError with every fault, without any value
 */
export function readConfig(env: Environment, faultsOf: MessagingCheck = () => []): Config {
  const names = Object.keys(env).filter((name) => textOf(env, name) !== null);
  const replaced = replacedValues(env);
  const production = env['NODE_ENV'] === 'production';
  const messagingFile = textOf(env, 'MESSAGING_FILE');
  const isReplaced = (name: string): boolean => messagingFile !== null && SENDING.some((one) => one === name);
  const parsed = Object.entries<Variable<unknown>>(VARIABLES).map(([name, variable]) => {
    if (isReplaced(name)) return [name, parse(name, variable, null, false)] as const;
    return [name, parse(name, variable, textOf(env, name) ?? replaced[name] ?? null, production)] as const;
  });
  const values = Object.fromEntries(parsed.map(([name, { value }]) => [name, value])) as Partial<Values>;
  const file = typeof values.MESSAGING_FILE === 'string' ? readMessagingFile(values.MESSAGING_FILE, env) : null;
  const faults = [
    ...parsed.flatMap(([, each]) => each.faults),
    ...(file === null ? [] : faultsOfFile(file, (messaging) => faultsOf({ env: production ? 'production' : 'development', messaging }))),
    ...ruleFaults({
      values,
      production,
      isSet: (name) => names.includes(name),
      references: messagingFile === null ? null : (file?.references ?? []),
    }),
    ...misspeltFaults(names, [...Object.keys(VARIABLES), ...(file?.references ?? [])]),
  ];
  if (!isComplete(values, faults)) throw new ConfigError(faults);
  const messaging = file?.messaging ?? messagingOf(values);
  // the older settings are put together only when each of them is right
  const incomplete = file === null ? faultsOf({ env: values.NODE_ENV, messaging }) : [];
  if (incomplete.length > 0) throw new ConfigError(incomplete);
  return deepFreeze({ ...assemble(values), messaging, warnings: [...formerWarnings(names), ...linkWarnings(values)] });
}

/**
 * The database alone, for programs that need none of the other settings. A misspelt name is a fault here too: the program would otherwise
 * work on the wrong database.
 * @throws ConfigError as `readConfig`
 */
export function readDatabaseConfig(env: Environment): DatabaseConfig {
  const faults = misspeltFaults(Object.keys(env), Object.keys(VARIABLES));
  const { production: strict } = VARIABLES.DATABASE_URL;
  if (env['NODE_ENV'] === 'production' && textOf(env, 'DATABASE_URL') === null && strict !== null && 'required' in strict)
    faults.push(`DATABASE_URL: required in production, expected ${strict.required}`);
  if (faults.length > 0) throw new ConfigError(faults);
  const settings = Object.entries(env).filter(([name]) => name.startsWith('DATABASE_') || name === 'DATA_DIR');
  return readConfig(Object.fromEntries(settings)).database;
}

/** A file that cannot be read has no content to check. */
function faultsOfFile({ faults, messaging }: MessagingFile, check: (messaging: MessagingConfig) => readonly string[]): readonly string[] {
  return faults.length > 0 ? faults : check(messaging);
}

/** Without faults every variable has its value. */
function isComplete(_values: Partial<Values>, faults: readonly string[]): _values is Values {
  return faults.length === 0;
}

function textOf(env: Environment, name: string): string | null {
  const text = env[name];
  return text === undefined || text === '' ? null : text;
}

function parse(name: string, variable: Variable<unknown>, given: string | null, production: boolean): Parsed {
  const { production: strict } = variable;
  const absent = production && strict !== null ? strict : { default: variable.default };
  if (given === null && 'required' in absent) return { faults: [`${name}: required in production, expected ${absent.required}`] };
  const text = given ?? ('required' in absent ? null : absent.default);
  if (text === null) return { value: null, faults: [] };
  const reading = variable.read(text, production);
  return 'value' in reading
    ? { value: reading.value, faults: [] }
    : { faults: reading.refused.map((expectation) => `${name}: ${expectation}`) };
}

/** The values that former variables give to the variables that replace them. */
function replacedValues(env: Environment): Readonly<Record<string, string | null>> {
  const former = Object.entries(FORMER_VARIABLES);
  return Object.fromEntries(former.flatMap(([name, { replacedBy = [] }]) => replacedBy.map((one) => [one, textOf(env, name)])));
}

function formerWarnings(names: readonly string[]): string[] {
  const former = Object.entries(FORMER_VARIABLES).filter(([name]) => names.includes(name));
  return former.map(([name, { warning }]) => `${name} ${warning}`);
}

function linkWarnings({ SERVICES, SMTP_URL, PUBLIC_URL }: Values): string[] {
  if (!SERVICES.includes('feedback') || SMTP_URL === null || PUBLIC_URL !== null) return [];
  return ['PUBLIC_URL is not set: mails have no link to unsubscribe; they name the setting of the app'];
}

function assemble(values: Values): Omit<Config, 'messaging' | 'warnings'> {
  return {
    env: values.NODE_ENV,
    services: values.SERVICES,
    defaultProjectId: values.DEFAULT_PROJECT_ID,
    logLevel: values.LOG_LEVEL,
    http: {
      port: values.PORT,
      host: values.HOST,
      trustProxy: values.TRUST_PROXY,
      workers: values.WEB_CONCURRENCY,
      drainSeconds: values.SHUTDOWN_DRAIN_SECONDS,
      corsOrigins: values.CORS_ORIGINS === 'off' ? null : (values.CORS_ORIGINS ?? []),
      overloadDelayMs: values.OVERLOAD_DELAY_MS,
      streamConnections: values.STREAM_CONNECTIONS,
    },
    database: database(values),
    dataDir: values.DATA_DIR,
    redisUrl: values.REDIS_URL,
    autoMigrate: values.AUTO_MIGRATE,
    keys: {
      jwtKeysFile: values.JWT_KEYS_FILE,
      accessTokenSeconds: values.ACCESS_TOKEN_SECONDS,
      refreshTokenSeconds: values.REFRESH_TOKEN_SECONDS,
      sessionMaxDays: values.SESSION_MAX_DAYS,
    },
    admin: { apiKey: values.ADMIN_API_KEY, username: values.ADMIN_USERNAME, password: values.ADMIN_PASSWORD },
    metricsToken: values.METRICS_TOKEN,
    publicUrl: values.PUBLIC_URL,
    webhookAllowPrivate: values.WEBHOOK_ALLOW_PRIVATE ?? [],
    pages: { docs: values.DOCS, console: values.SERVE_CONSOLE, securityContacts: values.SECURITY_CONTACT ?? [] },
    otp: otp(values),
    lockout: { attempts: values.LOGIN_LOCKOUT_ATTEMPTS, seconds: values.LOGIN_LOCKOUT_SECONDS },
    mail: { smtpUrl: values.SMTP_URL, from: values.MAIL_FROM },
    testPhones: { enabled: values.TEST_PHONES_ENABLED, seeded: values.TEST_PHONES ?? [] },
    analyticsRetentionDays: values.ANALYTICS_RETENTION_DAYS,
    eventsDailyBytes: values.EVENTS_DAILY_BYTES,
    auditRetentionDays: values.AUDIT_RETENTION_DAYS,
    rateLimits: rateLimits(values),
  };
}

function database(values: Values): DatabaseConfig {
  const given: DatabaseUrl = values.DATABASE_URL ?? { engine: 'sqlite', path: join(values.DATA_DIR, 'diwan.sqlite') };
  return given.engine === 'sqlite' ? given : mySql(values, given);
}

function mySql(values: Values, { engine, urls, sslMode: mode }: MySqlUrl): MySqlConfig {
  const { DATABASE_CA_FILE: caFile, DATABASE_CERT_FILE: certFile, DATABASE_KEY_FILE: keyFile, DATABASE_POOL_SIZE: poolSize } = values;
  return { engine, urls, poolSize, tls: mode === 'disabled' ? null : { mode, caFile, certFile, keyFile } };
}

function otp(values: Values): Config['otp'] {
  return {
    pepper: values.OTP_PEPPER,
    length: values.OTP_LENGTH,
    ttlSeconds: values.OTP_TTL_SECONDS,
    channelTimeoutSeconds: values.OTP_CHANNEL_TIMEOUT_SECONDS,
    cooldownSeconds: values.OTP_COOLDOWN_SECONDS,
    guard: values.OTP_GUARD,
  };
}

/** The one route of the older settings, in the structure of MESSAGING_FILE. */
function messagingOf(values: Values): MessagingConfig {
  const providers = { whatsapp: whatsapp(values), sms: twilio(values), console: { type: 'console' } };
  const channels = values.OTP_CHANNELS.map((provider) => ({ provider }));
  const used = values.OTP_CHANNELS.map((name) => [name, providers[name]]);
  return { source: 'OTP_CHANNELS', document: { providers: Object.fromEntries(used), routes: [{ channels }] } };
}

function whatsapp(values: Values): object {
  const { WHATSAPP_API_URL: url, WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, WHATSAPP_TOKEN: token, WHATSAPP_TEMPLATE: template } = values;
  return { type: 'whatsapp', url, phoneNumberId, token, template };
}

function twilio(values: Values): object {
  const { SMS_API_URL: url, SMS_ACCOUNT_SID: accountSid, SMS_AUTH_TOKEN: authToken, SMS_FROM: from } = values;
  return { type: 'twilio', url, accountSid, authToken, from };
}

function rateLimits(values: Values): RateLimitConfig {
  return {
    global: values.RATE_LIMIT_GLOBAL,
    globalScope: values.RATE_LIMIT_GLOBAL_SCOPE,
    registerInit: values.RATE_LIMIT_REGISTER_INIT,
    sendOtp: values.RATE_LIMIT_SEND_OTP,
    passwordReset: values.RATE_LIMIT_PASSWORD_RESET,
    login: values.RATE_LIMIT_LOGIN,
    loginOtp: values.RATE_LIMIT_LOGIN_OTP,
    account: values.RATE_LIMIT_ACCOUNT,
    read: values.RATE_LIMIT_READ,
    search: values.RATE_LIMIT_SEARCH,
    evaluate: values.RATE_LIMIT_EVALUATE,
    evaluateAddress: values.RATE_LIMIT_EVALUATE_ADDRESS,
    write: values.RATE_LIMIT_WRITE,
    guestReviewByAddress: values.RATE_LIMIT_GUEST_REVIEW_BY_ADDRESS,
    guestReviewByEmail: values.RATE_LIMIT_GUEST_REVIEW_BY_EMAIL,
    events: values.RATE_LIMIT_EVENTS,
    eventsBytes: values.RATE_LIMIT_EVENTS_BYTES,
    admin: values.RATE_LIMIT_ADMIN,
    failedKeys: values.RATE_LIMIT_FAILED_KEYS,
    receipts: values.RATE_LIMIT_RECEIPTS,
  };
}

function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const inner of Object.values(value)) deepFreeze(inner);
  return Object.freeze(value);
}
