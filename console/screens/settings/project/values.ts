import type { Schemas } from '../../../api.ts';

type Settings = Schemas['Project']['settings'];
export type SettingsChanges = NonNullable<Schemas['ProjectPatch']['settings']>;

export const LOGIN_METHODS = [
  'phone_password',
  'phone_otp',
  'username_password',
] as const satisfies readonly Settings['loginMethods'][number][];
export const ITEMS = [
  'auction',
  'product',
  'order',
  'driver',
  'store',
  'group_deal',
] as const satisfies readonly Settings['onePerAuthor'][number][];

/** The fields of the form: lists and numbers as they are typed. */
export interface Values {
  readonly name: string;
  readonly languages: string;
  readonly loginMethods: Settings['loginMethods'];
  readonly registration: boolean;
  readonly codeLength: string;
  readonly codeSeconds: string;
  readonly androidHash: string;
  readonly webDomain: string;
  readonly requireTotp: boolean;
  readonly contentWriters: Settings['contentWriters'];
  readonly onePerAuthor: Settings['onePerAuthor'];
  readonly autoHideReports: string;
  readonly blockedWords: string;
  readonly accountDeletionDays: string;
  readonly erasedContent: Settings['erasedContent'];
  readonly noticesTo: NoticeReaders;
  /** One a line. */
  readonly noticeAddresses: string;
}

export const NOTICE_READERS = ['admins', 'addresses', 'none'] as const;
type NoticeReaders = (typeof NOTICE_READERS)[number];

/** For each part of the form. */
export interface SectionProps {
  readonly values: Values;
  readonly onChange: (changes: Partial<Values>) => void;
  readonly faults: Readonly<Record<string, string>>;
}

/** The values that the form shows at first. */
export function valuesOf({ name, settings }: Schemas['Project']): Values {
  const { languages, otp, autoHideReports, blockedWords, accountDeletionDays, notices, ...rest } = settings;
  return {
    ...rest,
    name,
    languages: languages.join(', '),
    codeLength: String(otp.length),
    codeSeconds: String(otp.ttlSeconds),
    androidHash: otp.sms.androidHash ?? '',
    webDomain: otp.sms.webDomain ?? '',
    autoHideReports: String(autoHideReports),
    blockedWords: blockedWords.join('\n'),
    accountDeletionDays: String(accountDeletionDays),
    noticesTo: notices.to === null ? 'admins' : notices.to.length === 0 ? 'none' : 'addresses',
    noticeAddresses: (notices.to ?? []).join('\n'),
  };
}

/** The fields that differ, as the API takes them, so that two people who change different ones do not undo each other; null for none. */
export function changesOf(project: Schemas['Project'], values: Values): Schemas['ProjectPatch'] | null {
  const before = valuesOf(project);
  const isChanged = (name: keyof Values): boolean => JSON.stringify(before[name]) !== JSON.stringify(values[name]);
  const { loginMethods, registration, requireTotp, contentWriters, onePerAuthor, erasedContent } = values;
  const plain = { loginMethods, registration, requireTotp, contentWriters, onePerAuthor, erasedContent };
  const sms = {
    ...(isChanged('androidHash') ? { androidHash: textOrNull(values.androidHash) } : {}),
    ...(isChanged('webDomain') ? { webDomain: textOrNull(values.webDomain) } : {}),
  };
  const otp = {
    ...(Object.keys(sms).length === 0 ? {} : { sms }),
    ...(isChanged('codeLength') ? { length: numberOrNull(values.codeLength) } : {}),
    ...(isChanged('codeSeconds') ? { ttlSeconds: numberOrNull(values.codeSeconds) } : {}),
  };
  const settings: SettingsChanges = {
    ...Object.fromEntries(Object.entries(plain).filter(([name]) => isChanged(name as keyof typeof plain))),
    ...(isChanged('languages') ? { languages: wordsOf(values.languages, /[,،\s]+/) } : {}),
    ...(isChanged('autoHideReports') ? { autoHideReports: Number(values.autoHideReports) } : {}),
    ...(isChanged('blockedWords') ? { blockedWords: wordsOf(values.blockedWords, /\n/) } : {}),
    ...(isChanged('accountDeletionDays') ? { accountDeletionDays: Number(values.accountDeletionDays) } : {}),
    ...(Object.keys(otp).length === 0 ? {} : { otp }),
    ...(isChanged('noticesTo') || isChanged('noticeAddresses') ? { notices: { to: noticeReadersOf(values) } } : {}),
  };
  const patch = {
    ...(isChanged('name') ? { name: values.name.trim() } : {}),
    ...(Object.keys(settings).length === 0 ? {} : { settings }),
  };
  return Object.keys(patch).length === 0 ? null : patch;
}

function noticeReadersOf({ noticesTo, noticeAddresses }: Values): string[] | null {
  if (noticesTo === 'admins') return null;
  return noticesTo === 'none' ? [] : wordsOf(noticeAddresses, /[,،\s]+/);
}

function numberOrNull(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function wordsOf(text: string, separator: RegExp): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
