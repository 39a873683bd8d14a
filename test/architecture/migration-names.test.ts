import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './source.ts';

/** A prefix that two released migrations share: both are recorded in databases by their whole names. */
const TWICE = '20261129000001';
const DAY_MS = 86_400_000;

describe('the names of migrations', () => {
  const prefixes = readdirSync(path.join(ROOT, 'migrations'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => name.slice(0, TWICE.length))
    .sort();

  it('begin with a date and a number of their own', () => {
    for (const prefix of prefixes) assert.match(prefix, /^20\d{12}$/);
    const repeated = prefixes.filter((prefix, index) => prefix === prefixes[index + 1]);
    assert.deepEqual(repeated, [TWICE]);
  });

  it('are at most a day ahead of the previous', () => {
    const days = [...new Set(prefixes.map(dayOf))];
    const early = days.filter((day, index) => day > Date.now() && index > 0 && day - (days[index - 1] ?? 0) > DAY_MS);
    assert.deepEqual(
      early.map((day) => new Date(day).toISOString()),
      [],
    );
  });
});

/** The midnight of the date in milliseconds. @throws when there is no such day */
function dayOf(prefix: string): number {
  const text = `${prefix.slice(0, 4)}-${prefix.slice(4, 6)}-${prefix.slice(6, 8)}`;
  const day = new Date(`${text}T00:00:00Z`);
  assert.equal(day.toISOString().slice(0, 10), text, prefix);
  return day.getTime();
}
