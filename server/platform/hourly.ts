const HOUR_MS = 3_600_000;

export interface HourlyWork {
  /** No further run begins; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

/** Runs `work`, which never fails, at once and then every hour. It ends early, at a point of its own choice, once told to stop. */
export function runHourly(work: (stopping: AbortSignal) => Promise<void>): HourlyWork {
  const stopping = new AbortController();
  let underWay = Promise.resolve();
  const run = (): void => {
    // one that takes longer than an hour is not joined by the next
    underWay = underWay.then(() => (stopping.signal.aborted ? undefined : work(stopping.signal)));
  };
  run();
  const timer = setInterval(run, HOUR_MS).unref();
  const stop = (): Promise<void> => {
    clearInterval(timer);
    stopping.abort();
    return underWay;
  };
  return { stop };
}
