import { english } from '../plural.ts';

/** Words that every screen uses. */
export const common = {
  loading: 'Loading',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  close: 'Close',
  save: 'Save',
  copy: 'Copy',
  copied: 'Copied',
  undo: 'Undo',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show the password',
  hidePassword: 'Hide the password',
  previous: 'Previous',
  next: 'Next',
  pages: 'Pages',
  pageOf: (page: number, pages: number, total: number) =>
    `page ${page} of ${pages} · ${english(total, { one: '# entry', other: '# entries' })}`,
  day: 'Day',
  showAsTable: 'Show as a table',
  showAsChart: 'Show as a chart',
  requestId: 'Request',
  typeToConfirm: (word: string) => `Type ${word} to confirm`,
  waitSeconds: (seconds: number) => `Wait ${english(seconds, { one: '# second', other: '# seconds' })}.`,
  minutes: (count: number) => `${count} min`,
  hours: (count: number) => `${count} h`,
  days: (count: number) => english(count, { one: '# day', other: '# days' }),
  platforms: { android: 'Android', ios: 'iOS', both: 'Android and iOS' },
  languages: { en: 'English', ar: 'Arabic' },
  problems: {
    network: 'The server cannot be reached. Nothing that you typed is lost.',
    outcomeUnknown: 'The server did not say whether the change was made. Look before you repeat it.',
    changedSince: 'Another person has changed this since you opened it.',
    unknown: (status: number) => `Something went wrong (status ${status}).`,
  },
};
