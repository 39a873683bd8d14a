/** The settings of a project and their defaults. Services read them through the project directory. */
import type { PhoneSettings } from './phone.ts';

export type LoginMethod = 'phone_password' | 'phone_otp' | 'username_password';
export type ContentWriters = 'authenticated' | 'staff';
/** The texts of an erased user lose their author, or are deleted. */
export type ErasedContent = 'anonymise' | 'delete';
/** The longest grace between the request to delete an account and its erasure. */
export const MAX_DELETION_DAYS = 30;
/** The kinds of item that another system keeps and that users review, comment on or keep as favorites. */
export const ITEM_TYPES = ['auction', 'product', 'order', 'driver', 'store', 'group_deal'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

/** `enforce` refuses codes that nearly no one uses, `record` only counts them. */
export const GUARD_MODES = ['enforce', 'record', 'off'] as const;
export type GuardMode = (typeof GUARD_MODES)[number];

/** The values that the server sets for all projects. */
export interface OtpDefaults {
  readonly length: number;
  readonly ttlSeconds: number;
  readonly guard: GuardMode;
}

/** Lines below the text of an SMS with which phones fill the code in by themselves. */
export interface SmsSettings {
  /** The hash of the Android app, for the SMS Retriever; null for none. */
  readonly androidHash: string | null;
  /** The host of the web page, for WebOTP; null for none. */
  readonly webDomain: string | null;
}

export interface OtpSettings extends OtpDefaults {
  /** Multiplies the floors of the guard, 0.1 to 1,000. */
  readonly guardScale: number;
  /** The most messages with codes in a day of UTC; null for no limit. */
  readonly capPerDay: number | null;
  readonly sms: SmsSettings;
}

/** The mails that tell the team what waits for it, and what the server did by itself. */
export interface NoticeSettings {
  /** The addresses that get them; null for the admins of the project who left one, empty for no mail. */
  readonly to: readonly string[] | null;
}

export interface ProjectSettings {
  readonly loginMethods: readonly LoginMethod[];
  readonly registration: boolean;
  readonly otp: OtpSettings;
  readonly phone: PhoneSettings;
  /** The users who may write roadmap and changelog. */
  readonly contentWriters: ContentWriters;
  /** The item types where an author may review each item only once. */
  readonly onePerAuthor: readonly ItemType[];
  /** The number of users whose reports hide content until a moderator decides; 0 for never. */
  readonly autoHideReports: number;
  /** Content that contains one of these words is pending first; `word*` is a prefix. */
  readonly blockedWords: readonly string[];
  readonly languages: readonly string[];
  /** Whether operators may do nothing before they have set up a second factor. */
  readonly requireTotp: boolean;
  /** Days in which a user can take the deletion of the account back; 0 for none. */
  readonly accountDeletionDays: number;
  readonly erasedContent: ErasedContent;
  readonly notices: NoticeSettings;
}

type ConstantSettings = Omit<ProjectSettings, 'otp' | 'phone' | 'notices'>;
type OrNull<T> = { readonly [K in keyof T]?: T[K] | null };

/** The stored form: only what the project has set. The rest follows the defaults of the server. */
export interface StoredSettings extends Partial<ConstantSettings> {
  readonly otp?: Partial<Omit<OtpSettings, 'sms'>> & { readonly sms?: Partial<SmsSettings> };
  readonly phone?: Partial<PhoneSettings>;
  readonly notices?: Partial<NoticeSettings>;
}

/** An absent setting stays; null returns to the default. */
export interface SettingsChanges extends Partial<ConstantSettings> {
  readonly otp?: OrNull<Omit<OtpSettings, 'sms'>> & { readonly sms?: OrNull<SmsSettings> | null };
  readonly phone?: OrNull<PhoneSettings>;
  readonly notices?: OrNull<NoticeSettings>;
}

const DEFAULTS: ConstantSettings = {
  loginMethods: ['phone_password', 'phone_otp', 'username_password'],
  registration: true,
  contentWriters: 'authenticated',
  onePerAuthor: [],
  autoHideReports: 3,
  blockedWords: [],
  languages: ['en', 'ar'],
  requireTotp: false,
  accountDeletionDays: 7,
  erasedContent: 'anonymise',
};

const OTP_DEFAULTS = { guardScale: 1, capPerDay: null };
const SMS_DEFAULTS: SmsSettings = { androidHash: null, webDomain: null };
const PHONE_DEFAULTS: PhoneSettings = { countries: null, blockedCountries: [] };
const NOTICE_DEFAULTS: NoticeSettings = { to: null };

/** Replaces lists; merges `otp`, `otp.sms`, `phone` and `notices` key by key. */
export function mergeSettings(stored: StoredSettings, changes: SettingsChanges): StoredSettings {
  const { otp: _, phone: __, notices: ___, ...rest } = { ...stored, ...changes };
  return {
    ...rest,
    ...mergeOtp(stored.otp, changes.otp),
    ...mergeGroup('phone', stored.phone, changes.phone),
    ...mergeGroup('notices', stored.notices, changes.notices),
  };
}

function mergeOtp(stored: StoredSettings['otp'], changes: SettingsChanges['otp']): object {
  const { sms: smsBefore, ...before } = stored ?? {};
  const { sms: smsChanges, ...after } = changes ?? {};
  const sms = smsChanges === null ? {} : mergeGroup('sms', smsBefore, smsChanges);
  return mergeGroup('otp', before, { ...after, ...sms });
}

function mergeGroup(name: string, stored: object | undefined, changes: object | undefined): object {
  const values = Object.entries({ ...stored, ...changes }).filter(([, value]) => value !== null);
  return values.length === 0 ? {} : { [name]: Object.fromEntries(values) };
}

/** Every setting: the project's value, else the server's `otp`, else the default above. */
export function effectiveSettings(stored: StoredSettings, otp: OtpDefaults): ProjectSettings {
  return {
    ...DEFAULTS,
    ...stored,
    otp: { ...OTP_DEFAULTS, ...otp, ...stored.otp, sms: { ...SMS_DEFAULTS, ...stored.otp?.sms } },
    phone: { ...PHONE_DEFAULTS, ...stored.phone },
    notices: { ...NOTICE_DEFAULTS, ...stored.notices },
  };
}
