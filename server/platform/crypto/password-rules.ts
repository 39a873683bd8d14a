import { COMMON_PASSWORDS } from './common-passwords.ts';

const UNPAIRED_SURROGATE = /\p{Cs}/u;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/**
 * The faults of a new password, as texts that follow the field's name; empty if it is acceptable. `own` are the names of the account,
 * such as its phone or username. Lengths are code points after NFC.
 */
export function passwordFaults(password: string, own: readonly string[] = []): string[] {
  // the hash function would replace it by U+FFFD, so that different passwords had one hash
  if (UNPAIRED_SURROGATE.test(password)) return ['must be well-formed Unicode'];
  const typed = password.normalize('NFC');
  const length = [...typed].length;
  if (length < PASSWORD_MIN_LENGTH) return [`must have at least ${PASSWORD_MIN_LENGTH} characters`];
  if (length > PASSWORD_MAX_LENGTH) return [`must have at most ${PASSWORD_MAX_LENGTH} characters`];
  const folded = typed.toLowerCase();
  const faults: string[] = [];
  if (COMMON_PASSWORDS.has(folded)) faults.push('is one of the most common passwords');
  if (own.some((name) => isAccountName(folded, name))) faults.push('must not be the name of the account');
  return faults;
}

/** A phone counts with and without its plus. */
function isAccountName(folded: string, name: string): boolean {
  return folded.replace(/^\+/, '') === name.normalize('NFC').toLowerCase().replace(/^\+/, '');
}
