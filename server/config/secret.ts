import { accept, type Reader, refuse } from './readers.ts';

/** What people put where a secret belongs until they make one. */
const WORDS = [
  'secret password passwd passw0rd pass change me admin administrator root user token api key pepper otp jwt signing',
  'metrics default test testing dev development prod production local staging example sample placeholder replace letmein',
  'welcome qwerty diwan server app my your this is the for in super very long please random string here value none null',
  'undefined characters only',
].flatMap((line) => line.split(' '));
const ONLY_WORDS = new RegExp(`^(?:(?:${WORDS.join('|')})\\d{0,4})+$`);
const PLACEHOLDER = /changeme|replaceme|placeholder/;
/** A random value of 16 characters shows fewer than five different ones less than once in a million times, even in hexadecimal. */
const FEWEST_CHARACTERS = 5;
/** Far more than any strength needs; a longer text is a file by mistake. */
const MOST_CHARACTERS = 512;
/** The share of neighbours one step apart from which a text counts as a run (`12345678…`, `abcdef…`). */
const RUN_SHARE = 0.75;
const ADVICE = 'expected a random value, such as `openssl rand -base64 32` prints, not a well-known or guessable one';

/** A secret that travels in a header or keys a digest: visible ASCII, at least `least` characters, not guessable. */
export function secret(least: number): Reader<string> {
  return (text) => {
    if (!/^[\x21-\x7e]+$/.test(text)) return refuse('expected visible ASCII characters without spaces');
    if (text.length < least || text.length > MOST_CHARACTERS) return refuse(`expected ${least} to ${MOST_CHARACTERS} characters`);
    return isGuessable(text) ? refuse(ADVICE) : accept(text);
  };
}

/** Outside production a short pepper is taken, a well-known one never. */
export function pepper(least: number): Reader<string> {
  return (text, production) => secret(production ? least : 1)(text, production);
}

/** The rules of every password (contract §2): 8 to 128 code points, as typed, not a common one. */
export const password: Reader<string> = (text) => {
  const length = [...text.normalize('NFC')].length;
  if (length < 8 || length > 128) return refuse('expected 8 to 128 characters');
  return isGuessable(text) ? refuse('expected a password that is not well-known or guessable') : accept(text);
};

/** A credential that a provider issued: its strength is theirs, but it has to fit into a header. */
export const issued: Reader<string> = (text) =>
  /^[\x21-\x7e]+$/.test(text) ? accept(text) : refuse('expected visible ASCII characters without spaces');

function isGuessable(text: string): boolean {
  const letters = text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return ONLY_WORDS.test(letters) || PLACEHOLDER.test(letters) || new Set(text).size < FEWEST_CHARACTERS || isRepeated(text) || isRun(text);
}

/** Whether a part of at most half the length comes again and again: `aaaa`, `secretsecret`, `0123012301`. */
function isRepeated(text: string): boolean {
  for (let period = 1; period <= text.length / 2; period += 1) {
    if (text.startsWith(text.slice(0, -period), period)) return true;
  }
  return false;
}

function isRun(text: string): boolean {
  let steps = 0;
  for (let at = 1; at < text.length; at += 1) {
    if (Math.abs(text.charCodeAt(at) - text.charCodeAt(at - 1)) === 1) steps += 1;
  }
  return steps >= (text.length - 1) * RUN_SHARE;
}
