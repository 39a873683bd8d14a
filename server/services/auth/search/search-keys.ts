import type { User } from '../../../../models/auth/User.ts';
import { foldForSearch } from '../../../domain/search-fold.ts';
import type { Backfill } from '../../../platform/db/records/backfill.ts';

/** The columns by which a user is found. Update them with each text that they are made of. */
export type SearchKeys = Pick<User, 'searchKey' | 'searchKey2' | 'searchKey3' | 'searchKey4' | 'searchKeyEnd' | 'phoneTail'>;

/** Long enough for a beginning that anyone types. */
const KEY_LENGTH = 64;

/**
 * Names and e-mail, from the first four words and from the last one on, and the phone from its end: an index finds what begins with the
 * typed text.
 */
export function searchKeysOf({ firstName, lastName, email, phone }: Pick<User, 'firstName' | 'lastName' | 'email' | 'phone'>): SearchKeys {
  const searchKey = [firstName, lastName, email]
    .filter((text) => text !== null)
    .map(foldForSearch)
    .join('\n');
  return {
    searchKey,
    searchKey2: fromSecond(searchKey),
    searchKey3: fromThird(searchKey),
    searchKey4: fromFourth(searchKey),
    searchKeyEnd: lastWord(searchKey),
    phoneTail: phoneTailOf(phone),
  };
}

/** The digits from the last to the first. */
export function phoneTailOf(phone: string): string {
  return [...phone.replace(/^\+/, '')].reverse().join('');
}

function fromSecond(searchKey: string): string {
  return fromWord(searchKey, 1);
}

function fromThird(searchKey: string): string {
  return fromWord(searchKey, 2);
}

function fromFourth(searchKey: string): string {
  return fromWord(searchKey, 3);
}

/** The e-mail, if there is one. */
function lastWord(searchKey: string): string {
  return fromWord(searchKey, -1);
}

/** The words from a place on. */
function fromWord(searchKey: string, place: number): string {
  return cut(wordsOf(searchKey).slice(place).join(' '));
}

/** The words of a text that is folded for the search. */
export function wordsOf(folded: string): string[] {
  return folded.split(/\s+/).filter(Boolean);
}

/** Whole characters, as the database counts them. */
function cut(text: string): string {
  return [...text.slice(0, 2 * KEY_LENGTH)].slice(0, KEY_LENGTH).join('');
}

const OF_WORDS = { table: 'users', source: 'search_key', start: '' } as const;

/**
 * Folds the keys of older releases again, then takes the other columns from them, also where a server of the release before has changed a
 * user. Another rule of folding needs other names.
 */
export const USER_SEARCH_KEYS: readonly [Backfill, ...Backfill[]] = [
  { name: 'users search keys 2', table: 'users', column: 'search_key', start: '', rewrite: foldForSearch },
  { ...OF_WORDS, name: 'users search keys from word 2', column: 'search_key2', rewrite: fromSecond },
  { ...OF_WORDS, name: 'users search keys from word 3', column: 'search_key3', rewrite: fromThird },
  { ...OF_WORDS, name: 'users search keys from word 4', column: 'search_key4', rewrite: fromFourth },
  { ...OF_WORDS, name: 'users search keys last word', column: 'search_key_end', rewrite: lastWord },
  { name: 'users phone tails', table: 'users', column: 'phone_tail', source: 'phone', start: '', rewrite: phoneTailOf },
];
