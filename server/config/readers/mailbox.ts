import Joi from 'joi';
import { accept, type Reader, refuse } from './readers.ts';

/** The sender of mails. */
export interface Mailbox {
  /** Empty without a display name. */
  readonly name: string;
  readonly address: string;
}

const EXPECTATION = 'expected an e-mail address, or a name and the address in angle brackets; a name with , ; < > or " in double quotes';
const PLAIN = /^([^<>",;]*)<([^<>]+)>$/;
/** A backslash in the quotes keeps the character behind it, as in mails (RFC 5322, section 3.2.4). */
const QUOTED = /^"((?:[^"\\]|\\.)*)"\s*<([^<>]+)>$/;

/**
 * `a@b.example`, `Name <a@b.example>` or `"Name, Inc." <a@b.example>`. Parsed here, because nodemailer would read `Shop: News <…>` as a
 * group.
 */
export const mailbox: Reader<Mailbox> = (text) => {
  if (/\p{Cc}/u.test(text)) return refuse(EXPECTATION);
  const [, quoted, quotedAddress] = QUOTED.exec(text) ?? [];
  const [, plain = '', plainAddress = text] = PLAIN.exec(text) ?? [];
  const name = quoted?.replace(/\\(.)/g, '$1') ?? plain;
  const address = (quotedAddress ?? plainAddress).trim();
  const { error } = Joi.string().email({ tlds: false, minDomainSegments: 1 }).validate(address);
  return error === undefined ? accept({ name: name.trim(), address }) : refuse(EXPECTATION);
};
