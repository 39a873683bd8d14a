import assert from 'node:assert/strict';
import { Admission } from '../../../server/platform/concurrency/admission.ts';
import { ApiError } from '../../../server/platform/errors.ts';
import { until } from '../../support/programs/process.ts';

const KINDS = ['wide', 'read', 'write'] as const;
const DELAY_MS = 100;
const SLOW = DELAY_MS + 1;

describe('the admission of requests', () => {
  const create = (queueMs = () => 0): Admission => new Admission({ delayMs: DELAY_MS, queueMs });
  const enter = (admission: Admission, count: number): void => {
    for (let index = 0; index < count; index += 1) admission.enter();
  };
  const refused = (admission: Admission) => KINDS.filter((kind) => admission.refusal(kind) !== null);

  it('refuses wide reads, then reads, then writes', () => {
    const admission = create();
    const order: string[] = [];
    for (let count = 0; count <= 256; count += 1) {
      const kinds = refused(admission).join();
      if (kinds !== order.at(-1)?.split(': ')[1]) order.push(`${count}: ${kinds}`);
      admission.enter();
    }
    assert.deepEqual(order, ['0: ', '103: wide', '205: wide,read', '256: wide,read,write']);
  });

  it('asks clients to come back after different times', () => {
    const admission = create();
    enter(admission, 256);
    const times = new Set<string>();
    for (let tries = 0; tries < 1_000; tries += 1) {
      const refusal = admission.refusal('write');
      assert.ok(refusal instanceof ApiError && refusal.status === 503 && refusal.code === 'unavailable');
      times.add(refusal.extras.headers?.['Retry-After'] ?? '');
    }
    assert.deepEqual([...times].sort(), ['1', '2', '3']);
  });

  it('shrinks its limit below what was too much', () => {
    const admission = create();
    enter(admission, 200);
    admission.adapt(SLOW);
    assert.deepEqual([admission.limit, refused(admission)], [160, [...KINDS]]);
    for (let left = 0; left < 130; left += 1) admission.leave();
    assert.deepEqual([admission.underWay, refused(admission)], [70, ['wide']]);
  });

  it('always leaves room for 80 requests under way', () => {
    const admission = create();
    for (let windows = 0; windows < 50; windows += 1) admission.adapt(SLOW);
    enter(admission, 79);
    assert.deepEqual([admission.limit, refused(admission)], [80, ['wide', 'read']]);
  });

  it('keeps its limit after windows without a delay', () => {
    const admission = create();
    for (let windows = 0; windows < 10; windows += 1) admission.adapt(DELAY_MS);
    assert.equal(admission.limit, 256);
  });

  it('grows within a second after an overload', () => {
    const admission = create();
    admission.adapt(SLOW);
    const least = admission.limit;
    for (let windows = 0; windows < 10; windows += 1) admission.adapt(0);
    assert.equal(admission.limit, least + 80);
    for (let windows = 0; windows < 100; windows += 1) admission.adapt(0);
    assert.equal(admission.limit, 256);
  });

  it('exceeds its usual limit only while that is used', () => {
    const admission = create();
    enter(admission, 200);
    for (let windows = 0; windows < 1_000; windows += 1) admission.adapt(0);
    assert.equal(admission.limit, 408);
    enter(admission, 2_000);
    for (let windows = 0; windows < 1_000; windows += 1) admission.adapt(0);
    assert.equal(admission.limit, 2_048);
  });

  it('admits everything when it is switched off', () => {
    const admission = new Admission({ delayMs: null, queueMs: () => 60_000 });
    admission.start();
    enter(admission, 10_000);
    admission.adapt(60_000);
    assert.deepEqual([refused(admission), admission.limit], [[], 256]);
    admission.stop();
  });

  it('measures how long the oldest request waits', async () => {
    let queueMs = SLOW;
    const admission = create(() => queueMs);
    admission.start();
    await until(() => admission.limit === 80);
    queueMs = 0;
    await until(() => admission.limit > 80);
    admission.stop();
  });

  it('ignores a delay that is shorter than a window', async () => {
    let [delays, delay, sampledAt] = [0, 0, performance.now()];
    const admission = create(() => {
      const sinceLast = performance.now() - sampledAt;
      sampledAt += sinceLast;
      // never the only sample of a window, however busy the machine is
      delay = delay === 0 && sinceLast < 40 ? 60_000 : 0;
      if (delay > 0) delays += 1;
      return delay;
    });
    admission.start();
    await until(() => delays > 20);
    admission.stop();
    assert.equal(admission.limit, 256);
  });

  it('measures an event loop that is always late', async () => {
    const admission = create();
    admission.start();
    const block = setInterval(() => {
      const end = performance.now() + 2 * DELAY_MS;
      while (performance.now() < end);
    }, 1);
    try {
      await until(() => admission.limit === 80);
    } finally {
      clearInterval(block);
      admission.stop();
    }
  });
});
