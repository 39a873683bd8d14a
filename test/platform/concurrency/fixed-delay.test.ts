import assert from 'node:assert/strict';
import { type FixedDelayWork, type Run, runWithFixedDelay } from '../../../server/platform/concurrency/fixed-delay.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { until } from '../../support/programs/process.ts';

const LONG_MS = 3_600_000;

/** Work whose runs wait until `finish` or `fail`. */
function controlledRun() {
  const waiting: { resolve: () => void; reject: (error: Error) => void }[] = [];
  let started = 0;
  const run: Run = () => {
    started += 1;
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  return {
    run,
    started: () => started,
    finish: () => waiting.shift()?.resolve(),
    fail: (message: string) => waiting.shift()?.reject(new Error(message)),
  };
}

describe('runWithFixedDelay', () => {
  const { log, lines } = memoryLog();
  let work: FixedDelayWork | null = null;
  const start = (run: Run, delayMs: number, firstDelayMs = 0): FixedDelayWork => {
    work = runWithFixedDelay(run, { name: 'test work', log, delayMs, firstDelayMs });
    return work;
  };

  afterEach(() => work?.stop());

  it('starts at once and repeats after the delay', async () => {
    const { run, started, finish } = controlledRun();
    start(run, 1);
    assert.equal(started(), 1);
    finish();
    await until(() => started() === 2);
    finish();
    await until(() => started() === 3);
    finish();
  });

  it('delays the first run where asked to', async () => {
    const { run, started, finish } = controlledRun();
    const delayed = start(run, LONG_MS, LONG_MS);
    assert.equal(started(), 0);
    delayed.wake();
    await until(() => started() === 1);
    finish();
  });

  it('never runs twice at the same time', async () => {
    const { run, started, finish } = controlledRun();
    const running = start(run, 1);
    for (let wakes = 0; wakes < 3; wakes += 1) running.wake();
    await new Promise(setImmediate);
    assert.equal(started(), 1);
    finish();
    await until(() => started() === 2);
    finish();
  });

  it('runs again at once after a wake during a run', async () => {
    const { run, started, finish } = controlledRun();
    const running = start(run, LONG_MS);
    running.wake();
    finish();
    await until(() => started() === 2);
    finish();
  });

  it('runs again at once after a wake during the delay', async () => {
    const { run, started, finish } = controlledRun();
    const running = start(run, LONG_MS);
    finish();
    await new Promise(setImmediate);
    running.wake();
    await until(() => started() === 2);
    finish();
  });

  it('resolves stop after the current run, then stays stopped', async () => {
    const { run, started, finish } = controlledRun();
    const running = start(run, 1);
    let isStopped = false;
    const stopped = running.stop().then(() => {
      isStopped = true;
    });
    await new Promise(setImmediate);
    assert.equal(isStopped, false);
    finish();
    await stopped;
    running.wake();
    await new Promise(setImmediate);
    assert.equal(started(), 1);
  });

  it('aborts the signal of the current run on stop', async () => {
    const running = start((stopping) => new Promise((resolve) => stopping.addEventListener('abort', () => resolve())), LONG_MS);
    await running.stop();
  });

  it('logs the first failure and the success after it', async () => {
    const { run, started, finish, fail } = controlledRun();
    start(run, 1);
    for (const [index, message] of ['first', 'second'].entries()) {
      fail(message);
      await until(() => started() === index + 2);
    }
    finish();
    await until(() => started() === 4);
    finish();
    const logged = lines().map(({ level, msg, err }) => [level, msg, err && 'logged']);
    assert.deepEqual(logged, [
      [40, 'test work failed; trying again', 'logged'],
      [30, 'test work succeeded again', undefined],
    ]);
  });
});
