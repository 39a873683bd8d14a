import { plainCode, withAsciiDigits, withoutInvisibleSigns } from '../../platform/unicode.ts';
import { accept, items, type Reader, refuse } from './readers.ts';

/** The limit of one project. */
const MAX_TEST_PHONES = 10;
const PHONE = /^\+[1-9]\d{6,14}$/;
const CODE = /^\d{4,10}$/;

interface SeededPhone {
  readonly phone: string;
  readonly code: string;
}

/** `+15550100001=123456,…`; a fault names the position of its entry. */
export const testPhones: Reader<readonly SeededPhone[]> = (text) => {
  const entries = items(text);
  if (entries.length > MAX_TEST_PHONES) return refuse(`expected at most ${MAX_TEST_PHONES} entries`);
  const phones = entries.map(seededPhone);
  const faults = phones.flatMap((phone, at) => entryFaults(phone, at, phones));
  return faults.length > 0 ? refuse(...faults) : accept(phones.filter((phone) => phone !== null));
};

function seededPhone(entry: string): SeededPhone | null {
  const [phone = '', code = '', ...others] = withAsciiDigits(withoutInvisibleSigns(entry)).split('=');
  const seeded = { phone: phone.trim(), code: plainCode(code) };
  return PHONE.test(seeded.phone) && CODE.test(seeded.code) && others.length === 0 ? seeded : null;
}

function entryFaults(phone: SeededPhone | null, at: number, all: readonly (SeededPhone | null)[]): string[] {
  if (phone === null) return [`entry ${at + 1}: expected +PHONE=CODE, the phone in E.164 and the code of 4 to 10 digits`];
  const first = all.findIndex((other) => other?.phone === phone.phone);
  return first < at ? [`entry ${at + 1}: expected a phone that entry ${first + 1} does not have`] : [];
}
