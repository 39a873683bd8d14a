import type { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { withAsciiDigits } from '../unicode.ts';

/** Weaker passwords are refused. The estimator's scores go from 0 to 4; 2 withstands a million guesses. */
const MIN_SCORE = 2;
/** The time of an estimate grows fast with the length, so only the two ends of a long password count. */
const ESTIMATED_LENGTH = 24;
/** The library's default of 100 lets a password made for it take six times as long. */
const MAX_SUBSTITUTIONS = 5;
/** Each own word costs time too. */
const MAX_OWN_WORDS = 100;
const MIN_WORD_LENGTH = 3;
/** A national number without its prefix. */
const LOCAL_DIGITS = 9;

/**
 * Estimates how many guesses a password withstands. The dictionaries are loaded by the first estimate (about 100 ms and 25 MB), so a
 * process that sets no passwords never loads them.
 */
export class PasswordStrength {
  #estimator: Promise<ZxcvbnFactory> | undefined;

  /** Whether an attacker who knows `own`, such as phone, names and project, guesses the password easily. Takes some milliseconds. */
  async isGuessable(password: string, own: readonly string[]): Promise<boolean> {
    this.#estimator ??= loadEstimator();
    const estimator = await this.#estimator;
    const words = [...new Set(own.flatMap(wordsOf))].slice(0, MAX_OWN_WORDS);
    return endsOf(inPlainSigns(password)).every((part) => estimator.check(part, words).score < MIN_SCORE);
  }
}

async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }, { CONTEXT_WORDS }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
    import('./context-words.ts'),
  ]);
  return new ZxcvbnFactory({
    dictionary: { passwords: dictionary['passwords-common'], context: [...CONTEXT_WORDS] },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: MAX_SUBSTITUTIONS,
  });
}

/** A strong end makes the whole strong. */
function endsOf(password: string): string[] {
  const characters = [...password];
  if (characters.length <= ESTIMATED_LENGTH) return [password];
  return [characters.slice(0, ESTIMATED_LENGTH).join(''), characters.slice(-ESTIMATED_LENGTH).join('')];
}

/** A name as a whole and its words; a phone also without its country code, with and without the leading zero. */
function wordsOf(name: string): string[] {
  const folded = inPlainSigns(name).toLowerCase();
  const digits = folded.replace(/\D/g, '');
  const local = digits.slice(-LOCAL_DIGITS);
  const numbers = local.length === LOCAL_DIGITS ? [digits, local, `0${local}`] : [];
  const [mailbox = ''] = folded.split('@');
  return [folded, mailbox, ...folded.split(/[^\p{L}\p{N}]+/u), ...numbers].filter((word) => word.length >= MIN_WORD_LENGTH);
}

/** The estimator knows sequences and dates of Latin digits only. NFKC also turns wide and styled letters into plain ones. */
function inPlainSigns(text: string): string {
  return withAsciiDigits(text.normalize('NFKC'));
}
