import type { Logger } from './logger.ts';

export interface RecurringWork {
  /** The next run begins at once, or as soon as the one under way has ended. */
  wake(): void;
  /** No further run begins; resolves when the one under way has ended. */
  stop(): Promise<void>;
}

type Work = (stopping: AbortSignal) => Promise<void>;

/** Runs `work`, which never fails, at once and then `restMs` after each of its ends. It ends early, at a point of its own choice, once told to stop. */
export function runAgainAndAgain(restMs: number, work: Work): RecurringWork {
  const stopping = new AbortController();
  let isWoken = false;
  let endRest = (): void => {};
  const rest = (): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, restMs).unref();
      endRest = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  const wake = (): void => {
    isWoken = true;
    endRest();
  };
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      isWoken = false;
      await work(stopping.signal);
      if (!isWoken && !stopping.signal.aborted) await rest();
    }
  };
  const ended = run();
  const stop = (): Promise<void> => {
    stopping.abort();
    wake();
    return ended;
  };
  return { wake, stop };
}

/** Work that never fails: of failures in a row the first is logged as `trouble`, and the success that ends them. */
export function saidOncePerOutage(work: Work, log: Logger, trouble: string): Work {
  let isOut = false;
  return async (stopping) => {
    try {
      await work(stopping);
      if (isOut) log.info(`over: ${trouble}`);
      isOut = false;
    } catch (error) {
      if (!isOut) log.warn({ err: error }, `${trouble}; trying again`);
      isOut = true;
    }
  };
}
