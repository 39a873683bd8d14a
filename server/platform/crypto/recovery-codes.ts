import { hash, randomInt } from 'node:crypto';
import { plainCode } from '../unicode.ts';

/** Letters and digits that are not mistaken for each other: 32 signs, so that each adds five bits. */
const SIGNS = 'abcdefghjkmnpqrstuvwxyz023456789';
const COUNT = 10;
const GROUPS = 4;
const GROUP_LENGTH = 4;

const FORM = new RegExp(`^[${SIGNS}]{${GROUPS * GROUP_LENGTH}}$`);

/** New codes of 80 bits each, such as `ab2c-9fkd-x7m3-qq4w`. */
export function generateRecoveryCodes(): string[] {
  return Array.from({ length: COUNT }, () => Array.from({ length: GROUPS }, newGroup).join('-'));
}

function newGroup(): string {
  return Array.from({ length: GROUP_LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');
}

/** The only stored form of a code; null for a text that cannot be one. Capitals and grouping do not matter. */
export function digestOfRecoveryCode(typed: string): string | null {
  const code = plainCode(typed).toLowerCase();
  return FORM.test(code) ? hash('sha256', code) : null;
}
