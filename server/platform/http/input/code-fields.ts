import Joi, { type StringSchema } from 'joi';
import { plainCode, withoutInvisibleSigns } from '../../unicode.ts';
import { TEXT_MESSAGES, type TextShape, textFault } from './text-faults.ts';

/** People copy codes from messages and type them with the digits of their keyboard: all of these are the code itself. */

/** The longest text that is read as a code, without invisible signs: far above the longest code. */
const MAX_TYPED_LENGTH = 64;
const SECOND_FACTOR = { max: MAX_TYPED_LENGTH, multiline: false, direction: 'none' } as const satisfies TextShape;

/** A one-time code of digits, typed in any way; becomes ASCII digits. */
export function oneTimeCode(min: number, max = min): StringSchema {
  const form = new RegExp(`^[0-9]{${min},${max}}$`);
  return Joi.string()
    .custom((typed: string, helpers) => {
      const code = readCode(typed);
      return code !== null && form.test(code) ? code : helpers.error('code.digits');
    })
    .messages({ 'code.digits': `{{#label}} must be ${min === max ? min : `${min} to ${max}`} digits` });
}

/** A code of an authenticator app or a recovery code, typed in any way; becomes one word. */
export function secondFactorCode(): StringSchema {
  return Joi.string()
    .custom((typed: string, helpers) => {
      const code = readCode(typed);
      const fault = code === null ? 'text.max' : textFault(code, SECOND_FACTOR);
      return fault === null ? code : helpers.error(fault, { limit: MAX_TYPED_LENGTH });
    })
    .messages(TEXT_MESSAGES);
}

/** null for a text that is too long for a code. */
function readCode(typed: string): string | null {
  const visible = withoutInvisibleSigns(typed);
  return visible.length > MAX_TYPED_LENGTH ? null : plainCode(visible);
}
