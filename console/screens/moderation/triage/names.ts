import type { Texts } from '../../../i18n/texts.tsx';
import { useFormat, useTexts } from '../../../i18n/texts.tsx';
import type { Entry, Verdict } from './entry.ts';

type Words = Texts['moderation'];

/** Text of a user inside of a sentence: its direction does not change the rest. */
function isolate(text: string): string {
  return `\u2068${text}\u2069`;
}

/** The names of entries, for headings, labels and messages. */
export function useNames() {
  const { moderation } = useTexts();
  const format = useFormat();
  return {
    /** `Review of store 3`. */
    heading: (entry: Entry): string => headingOf(moderation, entry),
    author: (entry: Entry): string => authorOf(moderation, entry),
    /** `Review by Noura A.` */
    one: (entry: Entry): string => moderation.by(moderation.kinds[entry.kind], isolate(authorOf(moderation, entry))),
    /** `2 reviews and 3 comments`. */
    many: (entries: readonly Entry[]): string => format.list(countsOf(moderation, entries)),
    /** `Approved: Review by Noura A.` */
    act: (act: Verdict | 'undo', entries: readonly Entry[]): string => {
      const [first] = entries;
      const thing =
        entries.length === 1 && first !== undefined
          ? moderation.by(moderation.kinds[first.kind], isolate(authorOf(moderation, first)))
          : format.list(countsOf(moderation, entries));
      const { approved, rejected, hidden, takenBack } = moderation;
      return { approve: approved, reject: rejected, hide: hidden, undo: takenBack }[act](thing);
    },
  };
}

function headingOf(words: Words, { kind, about }: Entry): string {
  if (about === null || kind === 'post') return words.headings.post;
  return words.headings[kind](targetOf(words, about));
}

/** `store 3`, or the kind and the title of what a comment is on. */
export function targetOf(words: Words, { type, id, title }: NonNullable<Entry['about']>): string {
  const nouns: Readonly<Record<string, string>> = words.targets;
  const noun = nouns[type] ?? type;
  return title === null ? `${noun} ${id}` : `${noun} ${isolate(`“${title}”`)}`;
}

function authorOf(words: Words, { author }: Entry): string {
  if (author.isErased) return words.erased;
  return author.name ?? (author.isGuest ? author.id.replace('guest:', '') : words.noName);
}

function countsOf(words: Words, entries: readonly Entry[]): string[] {
  const count = (kind: Entry['kind']): number => entries.filter((entry) => entry.kind === kind).length;
  const counts = [
    [count('review'), words.reviews],
    [count('comment'), words.comments],
    [count('post'), words.posts],
  ] as const;
  return counts.flatMap(([number, say]) => (number === 0 ? [] : [say(number)]));
}
