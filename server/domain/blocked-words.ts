import { foldForSearch } from './search-fold.ts';

/** A letter and how often it follows itself: “حماااار” is ح×1 م×1 ا×4 ر×1. */
interface Run {
  readonly letter: string;
  readonly count: number;
}

/** A folded word. Words that differ only in repeats of a letter have the same key. */
interface Word {
  readonly runs: readonly Run[];
  readonly key: string;
}

/** A word of a phrase that is blocked, and what may follow it. */
interface Branch extends Word {
  /** Whether the word is only a beginning. */
  readonly isOpen: boolean;
  readonly mayHavePrefix: boolean;
  readonly isEnd: boolean;
  readonly next: PhraseTree;
}

/** The prefixes that Arabic writes together with a word, without repeats: ل is لل too. */
const PREFIXES = ['', 'و', 'ف'].flatMap((first) => ['', 'ال', 'بال', 'كال', 'ب', 'ل', 'ك'].map((second) => first + second)).filter(Boolean);
const SHORTEST_PREFIXED = 3;
/** Letters that English doubles, so that “god” and “good” are two words. Three of them in a row are in no word. */
const DOUBLED_IN_ENGLISH = 'bcdefglmnoprstz';
/** The hamza that many leave out at the end of a word. */
const LAST_HAMZA = /(?<=\p{L}{3})ء$/u;

/**
 * Whether a text has one of the words, whole or, for `word*`, as a beginning. Both are folded as for the search, so that case, accents,
 * vowel signs and tatweel make no difference; nor do more repeats of a letter, or the prefixes of an Arabic word of three letters or more.
 */
export function hasBlockedWord(words: readonly string[], texts: readonly (string | null)[]): boolean {
  if (words.length === 0) return false;
  const blocked = new PhraseTree();
  for (const word of words) blocked.add(wordsOf(word), word.endsWith('*'));
  return texts.some((text) => {
    const forms = wordsOf(text ?? '').map(formsOf);
    return forms.some((_, index) => blocked.isAt(forms, index));
  });
}

/** Phrases by their words, so that the time to find one in a text follows the length of the text. */
class PhraseTree {
  readonly #branches = new Map<string, Branch[]>();
  readonly #lengthsOfBeginnings = new Set<number>();

  add([word, ...others]: readonly Word[], isOpen: boolean): void {
    if (word === undefined) return;
    const isEnd = others.length === 0;
    const branch = { ...word, isEnd, isOpen: isOpen && isEnd, mayHavePrefix: mayHavePrefix(word), next: new PhraseTree() };
    const known = this.#branches.get(word.key) ?? [];
    const same = known.find((other) => other.isEnd === isEnd && other.isOpen === branch.isOpen && isSame(other, word));
    if (same === undefined) this.#branches.set(word.key, [...known, branch]);
    if (branch.isOpen) this.#lengthsOfBeginnings.add(word.key.length);
    (same ?? branch).next.add(others, isOpen);
  }

  /** Whether a phrase begins at this word of a text, whose words are given in all their forms. */
  isAt(forms: readonly (readonly Word[])[], index: number): boolean {
    return (forms[index] ?? []).some((form, nth) =>
      this.#candidates(form).some((branch) => {
        const isFound = (nth === 0 || branch.mayHavePrefix) && isForm(form, branch);
        return isFound && (branch.isEnd || branch.next.isAt(forms, index + 1));
      }),
    );
  }

  #candidates({ key }: Word): Branch[] {
    const beginnings = [...this.#lengthsOfBeginnings].filter((length) => length < key.length).map((length) => key.slice(0, length));
    return [key, ...beginnings].flatMap((each) => this.#branches.get(each) ?? []);
  }
}

function isSame(one: Word, other: Word): boolean {
  return one.runs.every(({ count }, index) => count === other.runs[index]?.count);
}

/** Whether the runs are those of the blocked word, or begin with them, with as many repeats or more. */
function isForm({ runs }: Word, { runs: blocked, isOpen }: Branch): boolean {
  const last = blocked.length - 1;
  if (isOpen ? runs.length <= last : runs.length !== last + 1) return false;
  return blocked.every(({ letter, count }, index) => {
    const run = runs[index];
    if (run?.letter !== letter || run.count < count) return false;
    return run.count === count || (isOpen && index === last) || areRepeats(run);
  });
}

/** Whether repeats of the letter only stretch the word: not those of a digit, and two of some letters make another English word. */
function areRepeats({ letter, count }: Run): boolean {
  return /\p{L}/u.test(letter) && (count > 2 || !DOUBLED_IN_ENGLISH.includes(letter));
}

function mayHavePrefix({ runs, key }: Word): boolean {
  const letters = runs.reduce((sum, { count }) => sum + count, 0);
  return letters >= SHORTEST_PREFIXED && /^\p{Script=Arabic}+$/u.test(key);
}

/** The word, and the rest of it after each prefix that it begins with. */
function formsOf(word: Word): Word[] {
  const prefixes = PREFIXES.filter((prefix) => word.key.startsWith(prefix) && word.key !== prefix);
  return [word, ...prefixes.flatMap((prefix) => withoutPrefix(word, prefix.length))];
}

/** The last letter of a prefix can be the first one of the word too, as in اللئيم. */
function withoutPrefix({ runs }: Word, length: number): Word[] {
  const shared = runs[length - 1];
  const rest = runs.slice(length);
  if (shared === undefined || shared.count === 1) return [wordOf(rest)];
  return [wordOf(rest), wordOf([{ ...shared, count: shared.count - 1 }, ...rest])];
}

/** The folded words of a text. */
function wordsOf(text: string): Word[] {
  return foldForSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => wordOf(runsOf(word.replace(LAST_HAMZA, ''))));
}

function wordOf(runs: readonly Run[]): Word {
  return { runs, key: runs.map(({ letter }) => letter).join('') };
}

function runsOf(word: string): Run[] {
  return Array.from(word.matchAll(/(.)\1*/gsu), ([run, letter = '']) => ({ letter, count: run.length / letter.length }));
}
