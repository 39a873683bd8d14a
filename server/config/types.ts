import type { Mailbox } from './readers/mailbox.ts';

/** The environment variables of the process; an empty text counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration, parsed, checked and frozen. */
export interface Config {
  readonly env: 'development' | 'test' | 'production';
  readonly services: readonly ServiceName[];
  readonly defaultProjectId: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly http: HttpConfig;
  readonly database: DatabaseConfig;
  /** The directory of the embedded database, the generated keys and the pepper. */
  readonly dataDir: string;
  /** For rate-limit counters that processes share; null counts in each process. */
  readonly redisUrl: string | null;
  readonly autoMigrate: boolean;
  readonly keys: KeysConfig;
  readonly admin: { readonly apiKey: string | null; readonly username: string | null; readonly password: string | null };
  readonly metricsToken: string | null;
  /** The base address at which people reach this server, without a slash at its end; null when it is not set. */
  readonly publicUrl: string | null;
  /** The private networks that webhooks may reach, as CIDRs. */
  readonly webhookAllowPrivate: readonly string[];
  /** Whether the API reference is served, and the contacts of security.txt, the preferred one first. */
  readonly pages: { readonly docs: boolean; readonly console: boolean; readonly securityContacts: readonly string[] };
  readonly otp: OtpConfig;
  readonly lockout: { readonly attempts: number; readonly seconds: number };
  readonly messaging: MessagingConfig;
  readonly mail: { readonly smtpUrl: string | null; readonly from: Mailbox | null };
  readonly testPhones: { readonly enabled: boolean; readonly seeded: readonly { readonly phone: string; readonly code: string }[] };
  readonly analyticsRetentionDays: number;
  /** 0 is no limit. */
  readonly eventsDailyBytes: number;
  /** 0 keeps the audit log for ever. */
  readonly auditRetentionDays: number;
  readonly rateLimits: RateLimitConfig;
  /** For the log of a start: settings that have no effect any more, or that lack another one. */
  readonly warnings: readonly string[];
}

export interface KeysConfig {
  readonly jwtKeysFile: string | null;
  readonly accessTokenSeconds: number;
  readonly refreshTokenSeconds: number;
  /** The longest life of a session, however often it is refreshed. */
  readonly sessionMaxDays: number;
}

export type ServiceName = 'auth' | 'feedback' | 'apps';

export interface HttpConfig {
  readonly port: number;
  readonly host: string;
  /** The number of proxies in front; 0 trusts no forwarded header. */
  readonly trustProxy: number;
  /** Worker processes; with 1 the first process serves itself. */
  readonly workers: number;
  /** How long a process that ends goes on to serve while `/readyz` is 503. */
  readonly drainSeconds: number;
  /** The web origins that may use administration; null lets no page of another origin use anything. */
  readonly corsOrigins: readonly string[] | null;
  /** The standing delay, in milliseconds, above which requests are refused; null never refuses for it. */
  readonly overloadDelayMs: number | null;
  /** How many streams of changes a process admits. */
  readonly streamConnections: number;
}

/** `path` is the database file. */
export type DatabaseConfig = MySqlConfig | { readonly engine: 'sqlite'; readonly path: string };

export interface MySqlConfig {
  readonly engine: 'mysql';
  /** One URL for each host, the preferred one first. They differ only in host and port. */
  readonly urls: readonly [string, ...string[]];
  /** The highest number of connections. */
  readonly poolSize: number;
  /** null without encryption. */
  readonly tls: DatabaseTls | null;
}

export const SSL_MODES = ['disabled', 'required', 'verify-ca', 'verify-identity'] as const;
export type SslMode = (typeof SSL_MODES)[number];

/** The paths of PEM files, or null. The certificate and the key are those of this client. */
export interface DatabaseTls {
  readonly mode: Exclude<SslMode, 'disabled'>;
  readonly caFile: string | null;
  readonly certFile: string | null;
  readonly keyFile: string | null;
}

/** How codes are sent: the content of MESSAGING_FILE, or the same structure made of the older settings. It is checked where it is used. */
export interface MessagingConfig {
  readonly source: 'MESSAGING_FILE' | 'OTP_CHANNELS';
  readonly document: unknown;
}

export interface OtpConfig {
  readonly pepper: string | null;
  readonly length: number;
  readonly ttlSeconds: number;
  readonly channelTimeoutSeconds: number;
  readonly cooldownSeconds: readonly number[];
  /** The guard of projects that set none. */
  readonly guard: 'enforce' | 'record' | 'off';
}

/** At most `count` requests in each fixed window of `seconds`; null means no limit. */
export type RateLimit = { readonly count: number; readonly seconds: number } | null;

export const RATE_LIMIT_NAMES = [
  'global',
  'registerInit',
  'sendOtp',
  'passwordReset',
  'login',
  'loginOtp',
  'account',
  'read',
  'search',
  'evaluate',
  'evaluateAddress',
  'write',
  'guestReviewByAddress',
  'guestReviewByEmail',
  'events',
  'eventsBytes',
  'admin',
  'failedKeys',
  'receipts',
] as const;
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number];
export type RateLimitConfig = Readonly<Record<RateLimitName, RateLimit>> & {
  /** `all` extends the global limit from phone auth to every service. */
  readonly globalScope: 'auth' | 'all';
};
