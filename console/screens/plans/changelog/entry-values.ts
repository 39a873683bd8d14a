import type { Schemas } from '../../../api.ts';

type Entry = Schemas['ChangelogEntry'];

const MINUTE_MS = 60_000;

export const TYPES = ['added', 'changed', 'deprecated', 'removed', 'fixed', 'security'] as const satisfies readonly Entry['type'][];

/** The fields of the form as they are typed. */
export interface EntryValues {
  readonly title: string;
  readonly content: string;
  readonly titleAr: string;
  readonly contentAr: string;
  readonly type: Entry['type'];
  readonly version: string;
  readonly when: 'now' | 'later';
  /** In the zone of the browser: `2026-11-27T02:10`. */
  readonly at: string;
  /** The numbers of feature requests, as they are typed. */
  readonly posts: string;
  readonly announce: boolean;
}

/** For each part of the form. */
export interface EntryFieldsProps {
  readonly values: EntryValues;
  readonly onChange: (changes: Partial<EntryValues>) => void;
  readonly faults: Readonly<Record<string, string>>;
}

/** The values that the form shows at first. */
export function valuesOf(entry: Entry | null): EntryValues {
  return {
    title: entry?.title ?? '',
    content: entry?.content ?? '',
    titleAr: entry?.titleAr ?? '',
    contentAr: entry?.contentAr ?? '',
    type: entry?.type ?? 'added',
    version: entry?.version ?? '',
    when: entry === null ? 'now' : 'later',
    at: entry === null ? '' : localTime(entry.publishedAt),
    posts: '',
    announce: false,
  };
}

/** A new entry as the API takes it. */
export function newEntry(values: EntryValues): Schemas['ChangelogCreate'] {
  return { ...textsOf(values), ...reachOf(values), ...(values.when === 'now' ? {} : { publishedAt: instantOf(values.at) }) };
}

/** The fields of a new entry that decide whom it reaches; those that are empty are left out. */
export function reachOf({ posts, announce }: Pick<EntryValues, 'posts' | 'announce'>): { linkedPostIds?: number[]; announce?: true } {
  const linkedPostIds = (posts.match(/\d+/g) ?? []).map(Number);
  return { ...(linkedPostIds.length === 0 ? {} : { linkedPostIds }), ...(announce ? { announce } : {}) };
}

/** The fields that differ, so that two people who change different ones do not undo each other; null for none. */
export function changedFields(entry: Entry, values: EntryValues, now: Date): Schemas['ChangelogPatch'] | null {
  const before = textsOf(valuesOf(entry));
  const texts = Object.entries(textsOf(values)).filter(([name, value]) => value !== before[name as keyof typeof before]);
  const times = publishedAtOf(entry, values, now);
  const changed = { ...Object.fromEntries(texts), ...(times === null ? {} : { publishedAt: times }) };
  return Object.keys(changed).length === 0 ? null : changed;
}

function publishedAtOf({ publishedAt }: Entry, { when, at }: EntryValues, now: Date): string | null {
  if (when === 'now') return now.toISOString();
  return at === localTime(publishedAt) ? null : instantOf(at);
}

function textsOf({ title, content, titleAr, contentAr, type, version }: EntryValues) {
  return {
    title: title.trim(),
    content: content.trim(),
    titleAr: textOrNull(titleAr),
    contentAr: textOrNull(contentAr),
    type,
    version: textOrNull(version),
  };
}

function textOrNull(text: string): string | null {
  return text.trim() === '' ? null : text.trim();
}

function localTime(instant: string): string {
  const at = new Date(instant);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

// an empty field goes to the server as it is, which says what is wrong with it
function instantOf(local: string): string {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? local : at.toISOString();
}
