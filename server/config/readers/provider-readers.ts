import { pattern } from './readers.ts';

/** A part of the path of a provider's address, such as an account. */
export const pathPart = pattern(/^[\w-]{1,64}$/, '1 to 64 letters, digits, - or _');

/** The sender of an SMS. */
export const sender = pattern(
  /^(?:\+[1-9]\d{6,14}|\d{5,6}|(?=.*[A-Za-z])[A-Za-z\d ]{1,11})$/,
  'a number in E.164, a short code or a sender name of up to 11 characters',
);

/** The name of a template of WhatsApp. */
export const templateName = pattern(/^[a-z\d_]{1,512}$/, 'a template name: small letters, digits and _');
