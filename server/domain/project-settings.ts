/** The settings of a project and their defaults. Services read them through the project directory. */

export type LoginMethod = 'phone_password' | 'phone_otp' | 'username_password';
export type ContentWriters = 'authenticated' | 'staff';
/** The texts of an erased user lose their author, or are deleted. */
export type ErasedContent = 'anonymise' | 'delete';
/** The longest grace between the request to delete an account and its erasure. */
export const MAX_DELETION_DAYS = 30;
/** The kinds of item that another system keeps and that users review, comment on or keep as favorites. */
export const ITEM_TYPES = ['auction', 'product', 'order', 'driver', 'store', 'group_deal'] as const;
export type ItemType = (typeof ITEM_TYPES)[number];

export interface OtpSettings {
  readonly length: number;
  readonly ttlSeconds: number;
}

export interface ProjectSettings {
  readonly loginMethods: readonly LoginMethod[];
  readonly registration: boolean;
  readonly otp: OtpSettings;
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
}

type ConstantSettings = Omit<ProjectSettings, 'otp'>;

/** The stored form: only what the project has set. The rest follows the defaults of the server. */
export interface StoredSettings extends Partial<ConstantSettings> {
  readonly otp?: Partial<OtpSettings>;
}

/** An absent setting stays, null returns to the server's value. */
export interface SettingsChanges extends Partial<ConstantSettings> {
  readonly otp?: { readonly length?: number | null; readonly ttlSeconds?: number | null };
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

/** Replaces lists; merges `otp` key by key. */
export function mergeSettings(stored: StoredSettings, changes: SettingsChanges): StoredSettings {
  const { otp: _, ...rest } = { ...stored, ...changes };
  const otp = Object.entries({ ...stored.otp, ...changes.otp }).filter(([, value]) => value !== null);
  return otp.length === 0 ? rest : { ...rest, otp: Object.fromEntries(otp) };
}

/** Every setting: the project's value, else the server's `otp`, else the default above. */
export function effectiveSettings(stored: StoredSettings, otp: OtpSettings): ProjectSettings {
  const { length, ttlSeconds } = { ...otp, ...stored.otp };
  return { ...DEFAULTS, ...stored, otp: { length, ttlSeconds } };
}
