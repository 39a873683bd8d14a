import Joi, { type StringSchema } from 'joi';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordFaults } from '../../crypto/password-rules.ts';
import { hasMarkPile } from '../../unicode.ts';

/**
 * A password to be set: as typed (NFC, not trimmed). The rules that need the account's own names are checked where these are
 * known.
 */
export function newPassword(): StringSchema {
  return Joi.string()
    .description(
      `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, none of the most common passwords, not the name of the account`,
    )
    .custom((password: string, helpers) => {
      const [fault] = hasMarkPile(password) ? ['must not pile up combining marks'] : passwordFaults(password);
      return fault === undefined ? password.normalize('NFC') : helpers.error('password.weak', { fault });
    })
    .messages({ 'password.weak': '{{#label}} {{#fault}}' });
}

/** Longest password looked at, in UTF-16 units: far above the longest that can be set, and cheap to hash. */
const MAX_TYPED_LENGTH = 1_024;

/** A password to be compared: as typed. That it breaks today's rules is no fault, for it may be older than they are. */
export function typedPassword(): StringSchema {
  return Joi.string()
    .max(MAX_TYPED_LENGTH)
    .custom((password: string, helpers) => (hasMarkPile(password) ? helpers.error('password.pile') : password))
    .messages({ 'password.pile': '{{#label}} must not pile up combining marks' });
}
