import assert from 'node:assert/strict';
import { type Leaf, requestLeaves, taken } from '../../support/requests/schema-leaves.ts';

const HALF = '\ud83d';
/** Their entries are checked one by one by a schema of their own. */
const LISTS_OF_REQUESTS = /\.(events|items)\[\]$/;
const leaves = requestLeaves().filter(({ place }) => !LISTS_OF_REQUESTS.test(place));
/** Attributes of one evaluation, phones, passwords and tokens are parsed, hashed or compared, but never kept as sent. */
const NOT_KEPT = /\.(context|phone|password|currentPassword|refresh|refresh_token)$/;
const bodies = leaves.filter(({ place }) => place.includes(' body') && !NOT_KEPT.test(place));

/** Whether a field reads times: it takes some, but neither words nor versions, and keeps more of them than their digits. */
function readsTimes(leaf: Leaf): boolean {
  return (
    ['tomorrow', '1.4.2'].every((text) => taken(leaf, text) === undefined) &&
    ['2031-02-28T10:00:00Z', '2031-02-28'].some((text) => /^2031-02-28/.test(shown(taken(leaf, text))))
  );
}

function shown(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value);
}

describe('every field of every request', () => {
  it('that takes a time refuses impossible and ambiguous ones', () => {
    const times = leaves.filter(readsTimes);
    const names = times.map(({ place }) => place.split('.').at(-1));
    const known = ['estimatedEnd', 'startAt', 'endAt', 'announceFrom', 'at', 'forceAfter', 'publishedAt', 'expiresAt', 'targetDate'];
    for (const name of [...known, 'stopAt', 'occurredAt', 'from', 'to']) assert.ok(names.includes(name), name);
    for (const leaf of times)
      for (const text of ['2031-02-30', '2031-02-30T10:00:00Z', '2031-02-28T10:00:00', '2031-02-28T10:00', '2031-02-28 10:00:00Z'])
        assert.equal(taken(leaf, text), undefined, `${leaf.place}: ${text}`);
  });

  it('that keeps data refuses texts that are no Unicode', () => {
    const keepers = bodies.filter((leaf) => [{ a: 1 }, 'words, any words'].some((value) => taken(leaf, value) !== undefined));
    const names = keepers.map(({ place }) => place.split('.').at(-1));
    for (const name of ['config', 'eventData', 'value', 'values[]', 'title', 'messageAr']) assert.ok(names.includes(name), name);
    const bad = [HALF, `Hi ${HALF}`, `${HALF}\ud83d\ude00`, '\ude00', { a: HALF }, { [HALF]: 1 }, { a: [{ b: { c: `x${HALF}` } }] }];
    for (const leaf of keepers)
      for (const value of bad) assert.equal(taken(leaf, value), undefined, `${leaf.place}: ${JSON.stringify(value)}`);
  });

  it('that keeps data for phones refuses numbers that JSON loses', () => {
    const keepers = bodies.filter((leaf) => taken(leaf, { a: 1 }) !== undefined && !leaf.place.endsWith('.eventData'));
    assert.ok(keepers.length >= 4);
    const big = ['9007199254740993', '9007199254740992', '-9007199254740993', '1e400', '-1e400', '12345678901234567890'];
    for (const leaf of keepers) {
      for (const number of big)
        for (const text of [`{"id":${number}}`, `{"a":[{"b":[1,${number}]}]}`, `{"a":{"b":{"c":${number}}}}`])
          assert.equal(taken(leaf, JSON.parse(text)), undefined, `${leaf.place}: ${text}`);
      for (const number of [Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 0.1, 1e-7])
        assert.ok(taken(leaf, { id: number }), leaf.place);
    }
  });
});
