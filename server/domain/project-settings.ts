/** What a project may set, and what holds until it does (contract §5). Services read it through the project directory. */

export type LoginMethod = 'phone_password' | 'phone_otp' | 'username_password';
export type ContentWriters = 'authenticated' | 'staff';
/** The kinds of thing that may be reviewed (spec/feedback.md, Review). */
export type ItemType = 'auction' | 'product' | 'order' | 'driver' | 'store' | 'group_deal';

export interface OtpSettings {
  readonly length: number;
  readonly ttlSeconds: number;
}

export interface ProjectSettings {
  readonly loginMethods: readonly LoginMethod[];
  readonly registration: boolean;
  readonly otp: OtpSettings;
  /** Who writes roadmap and changelog. */
  readonly contentWriters: ContentWriters;
  /** Item types of which an author reviews each item once. */
  readonly onePerAuthor: readonly ItemType[];
  readonly languages: readonly string[];
}

type ConstantSettings = Omit<ProjectSettings, 'otp'>;

/** As stored: only what was set, so that a project follows the defaults of its server in the rest. */
export interface StoredSettings extends Partial<ConstantSettings> {
  readonly otp?: Partial<OtpSettings>;
}

/** Absent leaves, null goes back to the server's own value. */
export interface SettingsChanges extends Partial<ConstantSettings> {
  readonly otp?: { readonly length?: number | null; readonly ttlSeconds?: number | null };
}

const DEFAULTS: ConstantSettings = {
  loginMethods: ['phone_password', 'phone_otp', 'username_password'],
  registration: true,
  contentWriters: 'authenticated',
  onePerAuthor: [],
  languages: ['en', 'ar'],
};

/** Lists are replaced, `otp` is merged key by key. */
export function mergeSettings(stored: StoredSettings, changes: SettingsChanges): StoredSettings {
  const { otp: _, ...rest } = { ...stored, ...changes };
  const otp = Object.entries({ ...stored.otp, ...changes.otp }).filter(([, value]) => value !== null);
  return otp.length === 0 ? rest : { ...rest, otp: Object.fromEntries(otp) };
}

/** Every setting with a value: what the project set, else `otp` of the server's configuration and the defaults above. */
export function effectiveSettings(stored: StoredSettings, otp: OtpSettings): ProjectSettings {
  const { length, ttlSeconds } = { ...otp, ...stored.otp };
  return { ...DEFAULTS, ...stored, otp: { length, ttlSeconds } };
}
