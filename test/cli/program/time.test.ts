import assert from 'node:assert/strict';
import { createRelativeTime } from '../../../cli/output/time.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');

describe('the relative time of the CLI', () => {
  const relative = createRelativeTime(() => NOW);
  const afterSeconds = (seconds: number): string => relative(new Date(NOW + seconds * 1000).toISOString());

  it('rounds to the nearest unit, before and after now', () => {
    assert.equal(afterSeconds(2 * 86_400 - 30), 'in 2 days');
    assert.equal(afterSeconds(-(2 * 86_400 - 30)), '2 days ago');
    assert.equal(afterSeconds(86_400 + 60), 'tomorrow');
    assert.equal(afterSeconds(7_190), 'in 2 hr.');
  });

  it('names no unit for less than a minute', () => {
    assert.equal(afterSeconds(59), 'just now');
    assert.equal(afterSeconds(-59), 'just now');
    assert.equal(relative(null), '');
  });
});
