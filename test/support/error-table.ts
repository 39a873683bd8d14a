import path from 'node:path';
import { errorCatalogue } from '../../server/domain/errors/catalogue.ts';

export const ERRORS_PAGE = path.join(import.meta.dirname, '../../docs/reference/errors.md');

const BEGIN = '<!-- codes: written by `npm run api` -->\n';
const END = '<!-- end of codes -->\n';

/** `page` with the table of all error codes between its two marks. */
export function withErrorTable(page: string): string {
  const [before, rest] = splitAt(page, BEGIN);
  const [, after] = splitAt(rest, END);
  return `${before}${BEGIN}\n${errorTable()}\n${END}${after}`;
}

function splitAt(text: string, mark: string): [string, string] {
  const index = text.indexOf(mark);
  if (index < 0) throw new Error(`docs/reference/errors.md has no line ${mark.trim()}`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}

function errorTable(): string {
  const rows = errorCatalogue().codes.map(
    ({ code, status, meaning, action }) => `| ${status} | \`${code}\` | ${meaning.en} | ${meaning.ar} | \`${action}\` |\n`,
  );
  return `| Status | Code | English | Arabic | Action |\n|---|---|---|---|---|\n${rows.join('')}`;
}
