import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The section of docs/security.md about columns. */
function section(): string {
  const page = readFileSync(path.join(import.meta.dirname, '../../../docs/security.md'), 'utf8');
  const [, rest = ''] = page.split('## Personal data, column by column\n');
  return rest.split('\n## ')[0] ?? '';
}

/** The columns of the table in docs/security.md, as `users.phone`. */
export function personalColumns(): string[] {
  const rows = section()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  for (const row of rows) assert.equal(row.split(' | ').filter((cell) => cell.trim() !== '').length, 4, `a cell is empty: ${row}`);
  return rows.flatMap((row) => [...(row.split(' | ')[0] ?? '').matchAll(/`(\w+\.\w+)`/g)].map(([, column = '']) => column));
}

/** The columns of the list below the table. */
export function otherColumns(): string[] {
  const lists = [...section().matchAll(/^- `(\w+)`: (.+)$/gm)];
  return lists.flatMap(([, table = '', columns = '']) => columns.split(', ').map((column) => `${table}.${column}`));
}
