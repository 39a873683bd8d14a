import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nextOf } from '../../../server/domain/boundaries.ts';
import { compileSegments } from '../../../server/domain/flags/compile.ts';
import { contextOf } from '../../../server/domain/flags/context.ts';
import { windowFaults } from '../../../server/domain/maintenance/faults.ts';
import { viewFor } from '../../../server/domain/maintenance/view.ts';
import {
  type CompiledWindow,
  compileWindow,
  endOf,
  stateAt,
  stateOf,
  type WindowSource,
  windowBoundaries,
} from '../../../server/domain/maintenance/window.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const at = (ms: number): Date => new Date(NOW + ms);
const SEGMENTS = compileSegments([
  { key: 'staff', conditions: [{ attribute: 'userId', operator: 'starts_with', values: ['s-'] }] },
  { key: 'abroad', conditions: [{ attribute: 'country', operator: 'in', values: ['SA'], not: true }] },
]);
const PLAIN: WindowSource = {
  id: 1,
  mode: 'full',
  messageEn: null,
  messageAr: null,
  estimatedEnd: null,
  startAt: null,
  endAt: null,
  announceFrom: null,
  endedAt: null,
  platforms: null,
  versions: null,
  testers: null,
};

const windowOf = (changes: Partial<WindowSource>): CompiledWindow => compileWindow({ ...PLAIN, ...changes }, SEGMENTS);
/** The id of the window that a phone sees; old clients tell platform and version only. */
function seen(windows: Partial<WindowSource>[], told: Record<string, string>, includesUpcoming = true): number | null {
  const question = { context: contextOf(told), includesUpcoming };
  return viewFor(windows.map(windowOf), NOW, question).active?.id ?? null;
}

describe('the state of a maintenance window', () => {
  it('follows the clock to the millisecond', () => {
    const window = windowOf({ announceFrom: at(1_000), startAt: at(2_000), endAt: at(3_000) });
    const times = [0, 999, 1_000, 1_999, 2_000, 2_999, 3_000, 9_999];
    assert.deepEqual(
      times.map((ms) => stateAt(window, NOW + ms)),
      ['scheduled', 'scheduled', 'announced', 'announced', 'active', 'active', 'ended', 'ended'],
    );
  });

  it('is announced at once without a time for it', () => {
    assert.equal(stateOf({ ...PLAIN, startAt: at(1) }, at(0)), 'announced');
    assert.equal(stateOf(PLAIN, at(0)), 'active');
  });

  it('ends by hand or by its own end', () => {
    const window = { ...PLAIN, startAt: at(-9_000), endAt: at(-1_000) };
    assert.deepEqual([stateOf(window, at(0)), endOf(window, at(0))], ['ended', at(-1_000)]);
    assert.equal(endOf(window, at(-2_000)), null);
    assert.deepEqual(endOf({ ...window, endedAt: at(-5_000) }, at(-2_000)), at(-5_000));
    assert.equal(stateAt(windowOf({ estimatedEnd: at(-1_000) }), NOW), 'active');
  });

  it('changes only at the times that are named next', () => {
    const time = fc.option(fc.integer({ min: -50, max: 50 }), { nil: null });
    fc.assert(
      fc.property(fc.array(fc.tuple(time, time, time), { maxLength: 4 }), (times) => {
        const windows = times.map(([announceFrom, startAt, endAt]) =>
          windowOf({
            announceFrom: announceFrom === null ? null : at(announceFrom),
            startAt: startAt === null ? null : at(startAt),
            endAt: endAt === null ? null : at(endAt),
          }),
        );
        const states = (time: number): string => windows.map((window) => stateAt(window, time)).join();
        const next = nextOf(windowBoundaries(windows), NOW) ?? NOW + 60;
        for (let time = NOW; time < next; time += 1) assert.equal(states(time), states(NOW));
      }),
    );
    assert.equal(nextOf(windowBoundaries([windowOf({ startAt: at(5), endAt: at(9) })]), NOW), NOW + 5);
    assert.equal(nextOf(windowBoundaries([windowOf({})]), NOW), null);
  });
});

describe('the reach of a maintenance window', () => {
  it('is limited to phones that tell a platform', () => {
    const ios = [{ platforms: ['ios'] }];
    const asked = [{ platform: 'ios' }, { platform: 'android' }, {}, { platform: 'IOS' }];
    for (const includesUpcoming of [true, false])
      assert.deepEqual(
        asked.map((told) => seen(ios, told as Record<string, string>, includesUpcoming)),
        [1, null, null, null],
      );
  });

  it('includes both ends of a range of versions', () => {
    const ranges = [{ versions: [{ min: '1.2.0', max: '1.4.2' }, { min: '3.0.0' }, { max: '0.9.0' }] }];
    const versions = ['0.9', '0.9.1', '1.1.9', '1.2', '1.4.2', '1.4.3', '2.9.9', '3.0.0-beta', '3.0.0', '10', 'latest', ''];
    assert.deepEqual(
      versions.filter((appVersion) => seen(ranges, { appVersion }) !== null),
      ['0.9', '1.2', '1.4.2', '3.0.0', '10'],
    );
  });

  it('leaves out testers by user, installation or segment', () => {
    const ids = [{ testers: { ids: ['u-1', 'i-2'] } }];
    assert.equal(seen(ids, { userId: 'u-1' }), null);
    assert.equal(seen(ids, { installationId: 'i-2', userId: 'x' }), null);
    assert.equal(seen(ids, { country: 'u-1' }), 1);
    const staff = [{ testers: { segment: 'staff' } }];
    assert.deepEqual([seen(staff, { userId: 's-1' }), seen(staff, { userId: 'u-1' })], [null, 1]);
    assert.equal(seen([{ testers: { segment: 'gone' } }], { userId: 's-1' }), 1);
  });

  it('lets no phone in that tells nothing new', () => {
    const abroad = [{ testers: { segment: 'abroad' } }];
    assert.deepEqual([seen(abroad, {}), seen(abroad, { platform: 'ios' }, false), seen(abroad, { platform: 'ios' })], [1, 1, null]);
  });

  it('hides read-only maintenance from clients that do not know it', () => {
    const readOnly = [{ mode: 'read_only' as const }];
    assert.deepEqual([seen(readOnly, {}, false), seen(readOnly, { language: 'ar' })], [null, 1]);
  });

  it('shows full before read-only, then the latest start', () => {
    const windows = [
      { id: 1, startAt: at(-3) },
      { id: 2, startAt: at(-2) },
      { id: 3, startAt: at(-1), mode: 'read_only' as const },
      { id: 4, startAt: at(1) },
    ];
    assert.equal(seen(windows, { language: 'ar' }), 2);
    assert.equal(seen(windows.slice(2), { language: 'ar' }), 3);
  });

  it('lists the announced windows by their start', () => {
    const windows = [
      { id: 1, startAt: at(30) },
      { id: 2, startAt: at(20), platforms: ['ios'] },
      { id: 3, startAt: at(10), announceFrom: at(5) },
      { id: 4, startAt: at(40), testers: { ids: ['u-1'] } },
    ].map(windowOf);
    const upcoming = (told: Record<string, string>) =>
      viewFor(windows, NOW, { context: contextOf(told), includesUpcoming: true }).upcoming.map(({ id }) => id);
    assert.deepEqual(upcoming({ platform: 'ios' }), [2, 1, 4]);
    assert.deepEqual(upcoming({ platform: 'android', userId: 'u-1' }), [1]);
  });
});

describe('the faults of a maintenance window', () => {
  const faults = (proposed: object): string[] =>
    windowFaults({ isActive: true, ...proposed }, { now: at(0), segments: new Set(['staff']) }).map(({ field }) => field);

  it('name each time that contradicts another', () => {
    assert.deepEqual(faults({ startAt: at(1), endAt: at(2), announceFrom: at(0) }), []);
    assert.deepEqual(faults({ startAt: at(0) }), ['startAt']);
    assert.deepEqual(faults({ startAt: at(2), endAt: at(2) }), ['endAt']);
    assert.deepEqual(faults({ endAt: at(0) }), ['endAt']);
    assert.deepEqual(faults({ announceFrom: at(1) }), ['announceFrom']);
    assert.deepEqual(faults({ startAt: at(1), announceFrom: at(1) }), ['announceFrom']);
    assert.deepEqual(faults({ isActive: false, startAt: at(1), endAt: at(2), announceFrom: null }), ['startAt', 'endAt']);
  });

  it('name a turned range and an unknown segment', () => {
    assert.deepEqual(
      faults({
        versions: [
          { min: '1.0.0', max: '1.0.0' },
          { min: '2.0.0', max: '1.9.9' },
        ],
      }),
      ['versions[1].max'],
    );
    assert.deepEqual(faults({ testers: { segment: 'staff' } }), []);
    assert.deepEqual(faults({ testers: { segment: 'none' } }), ['testers.segment']);
  });
});
