/** Names and texts as the process was given them; an empty text counts as absent. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What the environment says, parsed, checked and frozen (contract §1.2). */
export interface Config {
  readonly env: 'development' | 'test' | 'production';
  readonly services: readonly ServiceName[];
  readonly defaultProjectId: number;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent';
  readonly http: HttpConfig;
  readonly database: DatabaseConfig;
  /** Where the embedded database, the generated keys and the pepper live. */
  readonly dataDir: string;
  /** Shared rate-limit counters; null keeps them in the process. */
  readonly redisUrl: string | null;
  readonly autoMigrate: boolean;
  readonly keys: { readonly jwtKeysFile: string | null; readonly accessTokenSeconds: number; readonly refreshTokenSeconds: number };
  readonly admin: { readonly apiKey: string | null; readonly username: string | null; readonly password: string | null };
  readonly metricsToken: string | null;
  readonly otp: OtpConfig;
  readonly lockout: { readonly attempts: number; readonly seconds: number };
  readonly whatsapp: { readonly apiUrl: string; readonly phoneNumberId: string; readonly token: string; readonly template: string } | null;
  readonly sms: { readonly apiUrl: string; readonly accountSid: string; readonly authToken: string; readonly from: string } | null;
  readonly mail: { readonly smtpUrl: string | null; readonly from: string | null };
  readonly testPhones: { readonly enabled: boolean; readonly seeded: readonly { readonly phone: string; readonly code: string }[] };
  readonly analyticsRetentionDays: number;
  readonly rateLimits: RateLimitConfig;
}

export type ServiceName = 'auth' | 'feedback' | 'apps';

export interface HttpConfig {
  readonly port: number;
  readonly host: string;
  /** Number of proxies in front; 0 trusts no forwarded header. */
  readonly trustProxy: number;
  /** Worker processes; 1 serves from the first process. */
  readonly workers: number;
}

export type DatabaseConfig =
  | { readonly engine: 'mysql'; readonly url: string }
  /** `path` of the database file. */
  | { readonly engine: 'sqlite'; readonly path: string };

export interface OtpConfig {
  readonly pepper: string | null;
  readonly channels: readonly ('whatsapp' | 'sms' | 'console')[];
  readonly length: number;
  readonly ttlSeconds: number;
  readonly channelTimeoutSeconds: number;
  readonly cooldownSeconds: readonly number[];
}

/** At most `count` requests in each fixed window of `seconds`; null is off. */
export type RateLimit = { readonly count: number; readonly seconds: number } | null;

export const RATE_LIMIT_NAMES = [
  'global',
  'registerInit',
  'sendOtp',
  'passwordReset',
  'login',
  'loginOtp',
  'read',
  'write',
  'guestReview',
  'events',
  'admin',
  'failedKeys',
] as const;
export type RateLimitName = (typeof RATE_LIMIT_NAMES)[number];
export type RateLimitConfig = Readonly<Record<RateLimitName, RateLimit>> & {
  /** `all` widens the global limit from phone auth to every service. */
  readonly globalScope: 'auth' | 'all';
};
