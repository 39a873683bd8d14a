import { validationError } from '../errors.ts';
import type { PasswordStrength } from './password-strength.ts';

const UNPAIRED_SURROGATE = /\p{Cs}/u;

export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 128;

/** The fault of a new password by itself, as a text that follows the field's name; null without one. Lengths are code points after NFC. */
export function passwordFault(password: string): string | null {
  // the hash function would replace it by U+FFFD, so that different passwords had one hash
  if (UNPAIRED_SURROGATE.test(password)) return 'must be well-formed Unicode';
  const { length } = [...password.normalize('NFC')];
  if (length < PASSWORD_MIN_LENGTH) return `must have at least ${PASSWORD_MIN_LENGTH} characters`;
  return length > PASSWORD_MAX_LENGTH ? `must have at most ${PASSWORD_MAX_LENGTH} characters` : null;
}

/** A new password of an account. */
export interface NewPassword {
  /** The field that an error names. */
  readonly field: string;
  readonly password: string;
  /** The names that sign in to the account, such as its phone: none may be the password. */
  readonly accountNames: readonly string[];
  /** Other words that an attacker knows, such as names of people, projects and apps; null for an unknown one. */
  readonly context: readonly (string | null | undefined)[];
}

/** Refuses passwords that are easy to guess for an attacker who knows the account. @throws ApiError 400 `validation_error` */
export async function requireStrongPassword(
  strength: PasswordStrength,
  { field, password, accountNames, context }: NewPassword,
): Promise<void> {
  const refuse = (fault: string) => validationError([{ field, message: `${field} ${fault}` }]);
  const fault = passwordFault(password);
  if (fault !== null) throw refuse(fault);
  if (accountNames.some((name) => isAccountName(password, name))) throw refuse('must not be the name of the account');
  const known = context.filter((word) => typeof word === 'string');
  if (!(await strength.isGuessable(password, [...accountNames, ...known]))) return;
  throw refuse('is too easy to guess: add words or signs that do not belong together');
}

/** A phone counts with and without its plus. */
function isAccountName(password: string, name: string): boolean {
  const fold = (text: string): string => text.normalize('NFC').toLowerCase().replace(/^\+/, '');
  return fold(password) === fold(name);
}
