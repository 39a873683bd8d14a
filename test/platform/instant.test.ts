import assert from 'node:assert/strict';
import { isDay, readExactTime, readInstant, readTime } from '../../server/platform/instant.ts';

const IMPOSSIBLE = ['2027-02-30', '2027-02-29', '1900-02-29', '2026-04-31', '2026-00-10', '2026-13-01', '2026-01-00', '2026-01-32'];

describe('the readers of times', () => {
  it('refuse days that the calendar does not have', () => {
    for (const day of IMPOSSIBLE) {
      for (const text of [day, `${day}T10:00:00Z`, `${day}T10:00+03:00`, `${day}T10:00`]) assert.equal(readTime(text), null, text);
      assert.equal(readExactTime(`${day}T10:00:00Z`), null);
      assert.equal(readInstant(`${day}T10:00:00Z`), null);
      assert.equal(isDay(day), false);
    }
    for (const day of ['2028-02-29', '2000-02-29', '2026-12-31']) assert.equal(isDay(day), true, day);
  });

  it('read times without offset as UTC or not', () => {
    for (const text of ['2026-06-01T03:00:00', '2026-06-01T03:00', '2026-06-01T03:00:00.000']) {
      assert.equal(readTime(text), Date.UTC(2026, 5, 1, 3), text);
      assert.equal(readExactTime(text), null, text);
      assert.equal(readInstant(text), null, text);
    }
    assert.equal(readTime('2026-06-01'), Date.UTC(2026, 5, 1));
    assert.equal(readExactTime('2026-06-01'), Date.UTC(2026, 5, 1));
  });

  it('read a time with its offset', () => {
    for (const text of ['2026-06-01T03:00:00Z', '2026-06-01T06:00+03:00', '2026-05-31T22:00:00.000-05:00']) {
      for (const read of [readTime, readExactTime]) assert.equal(read(text), Date.UTC(2026, 5, 1, 3), text);
      assert.equal(readInstant(text)?.getTime(), Date.UTC(2026, 5, 1, 3), text);
    }
  });

  it('refuse every text of another form', () => {
    const bad = [
      '',
      'tomorrow',
      '2026-06',
      '2026-06-01Z',
      '2026-06-01+03:00',
      '2026-6-1',
      '20260601',
      '2026-06-01T25:00:00Z',
      '1780282800000',
    ];
    for (const text of [
      ...bad,
      '2026-06-01T03:00:60Z',
      '2026-06-01T03:00:00+99:00',
      ' 2026-06-01',
      '2026-06-01T03:00:00Z\n',
      '+012026-06-01',
    ])
      for (const read of [readTime, readExactTime, readInstant]) assert.equal(read(text), null, text);
    for (const text of ['1969-12-31', '2026-06-01T00:00:00Z']) assert.equal(isDay(text), false, text);
    for (const text of ['1969-12-31T23:59:59Z', '9999-12-31T23:59:59-01:00', '2026-06-01']) assert.equal(readInstant(text), null, text);
  });
});
