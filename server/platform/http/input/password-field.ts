import Joi, { type StringSchema } from 'joi';
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH, passwordFault } from '../../crypto/password-rules.ts';
import { hasMarkPile } from '../../unicode.ts';

/** A new password as typed (NFC, not trimmed). The service refuses one that is easy to guess, for which it knows the account. */
export function newPassword(): StringSchema {
  return Joi.string()
    .description(
      `${PASSWORD_MIN_LENGTH} to ${PASSWORD_MAX_LENGTH} characters, not easy to guess for someone who knows the account, its project and its apps`,
    )
    .custom((password: string, helpers) => {
      const fault = hasMarkPile(password) ? 'must not pile up combining marks' : passwordFault(password);
      return fault === null ? password.normalize('NFC') : helpers.error('password.weak', { fault });
    })
    .messages({ 'password.weak': '{{#label}} {{#fault}}' });
}

/** Longest password that is checked, in UTF-16 units: far above the longest that can be set, and still cheap to hash. */
const MAX_TYPED_LENGTH = 1_024;

/** A password that is compared, as typed. Today's rules do not apply, because the password may be older than they are. */
export function typedPassword(): StringSchema {
  return Joi.string()
    .max(MAX_TYPED_LENGTH)
    .custom((password: string, helpers) => (hasMarkPile(password) ? helpers.error('password.pile') : password))
    .messages({ 'password.pile': '{{#label}} must not pile up combining marks' });
}
