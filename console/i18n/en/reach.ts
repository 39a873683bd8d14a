import { english } from '../plural.ts';

const GROUPS: Readonly<Record<string, string>> = { unknown: 'unknown', others: 'others', android: 'Android', ios: 'iOS' };

const ATTRIBUTES: Readonly<Record<string, string>> = {
  userId: 'user id',
  installationId: 'installation id',
  appVersion: 'version of the app',
  osVersion: 'version of the system',
  deviceModel: 'device',
  platform: 'platform',
  country: 'country',
  language: 'language',
};

/** Whom a change reaches: the answer to a dry run. */
export const reach = {
  users: 'of the users of the last 30 days',
  none: 'No user was seen in the last 30 days, so the audience is unknown.',
  kinds: {
    flag: { matched: 'It is on for', gains: 'Gain it', loses: 'Lose it' },
    release: { matched: 'It is offered to', gains: 'Gain it', loses: 'Lose it' },
    maintenance: { matched: 'Under maintenance', gains: 'Come under it', loses: 'Leave it' },
  },
  of: (matched: string, users: string) => `${matched} of ${users}`,
  range: (min: string, max: string) => `${min}–${max}`,
  upTo: (max: string) => `up to ${max}`,
  platform: 'By platform',
  version: 'By version',
  group: (name: string) => GROUPS[name] ?? name,
  more: (count: number) => `and ${count} more`,
  sample: 'Counted among the newest users, and scaled to all.',
  attribute: (name: string) => ATTRIBUTES[name] ?? name,
  unstored: (names: string) => `Not stored for every user: ${names}. The numbers are therefore a range.`,
  /** Before the value that a field had, for screen readers. */
  before: 'before',
  after: 'after',
  yes: 'yes',
  no: 'no',
  nothing: 'nothing',
  unchanged: 'No field changes.',
  moreFields: (count: number) => english(count, { one: 'Show # more field', other: 'Show # more fields' }),
  fewerFields: 'Show fewer fields',
};
