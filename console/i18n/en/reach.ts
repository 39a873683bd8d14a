import { english } from '../plural.ts';

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
  groups: { unknown: 'unknown', others: 'others', android: 'Android', ios: 'iOS' },
  more: (count: number) => `and ${count} more`,
  sample: 'Counted among the newest users, and scaled to all.',
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
