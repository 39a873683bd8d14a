import { isReported } from '../observe/loggable-error.ts';
import type { Logger } from '../observe/logger.ts';

/** One run of recurring work. A long run should end early once `stopping` is aborted. */
export type Run = (stopping: AbortSignal) => Promise<void>;

export interface FixedDelayOptions {
  /** Names the work in log lines, such as "mail outbox poll". */
  readonly name: string;
  readonly log: Logger;
  /** From the end of one run to the start of the next. */
  readonly delayMs: number;
  /** Before the first run; 0 by default. */
  readonly firstDelayMs?: number;
}

export interface FixedDelayWork {
  /** Starts the next run at once, or as soon as the current one has ended. */
  wake(): void;
  /** Starts no further run; resolves when the current one has ended. */
  stop(): Promise<void>;
}

/**
 * Repeats `run` until `stop`; the timers do not keep the process alive. A run that throws is repeated like any other: the first failure in
 * a row is logged, and the success that ends them, unless the log has a line about its cause.
 */
export function runWithFixedDelay(run: Run, { name, log, delayMs, firstDelayMs = 0 }: FixedDelayOptions): FixedDelayWork {
  const stopping = new AbortController();
  const pause = new Pause();
  const runLogged = logFirstFailure(run, name, log);
  const loop = async (): Promise<void> => {
    if (firstDelayMs > 0) await pause.wait(firstDelayMs);
    while (!stopping.signal.aborted) {
      await runLogged(stopping.signal);
      await pause.wait(delayMs);
    }
  };
  const ended = loop();
  return {
    wake: () => pause.end(),
    stop: () => {
      stopping.abort();
      pause.end();
      return ended;
    },
  };
}

/** A pause that `end` cuts short. An `end` between two pauses makes the next one empty, so that no wake is lost. */
class Pause {
  #isSkipped = false;
  #resume: (() => void) | null = null;

  async wait(delayMs: number): Promise<void> {
    if (!this.#isSkipped) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, delayMs).unref();
        this.#resume = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
    this.#resume = null;
    this.#isSkipped = false;
  }

  end(): void {
    if (this.#resume === null) this.#isSkipped = true;
    else this.#resume();
  }
}

function logFirstFailure(run: Run, name: string, log: Logger): Run {
  let isFailing = false;
  return async (stopping) => {
    try {
      await run(stopping);
      if (isFailing) log.info(`${name} succeeded again`);
      isFailing = false;
    } catch (error) {
      if (isFailing || isReported(error)) return;
      log.warn({ err: error }, `${name} failed; trying again`);
      isFailing = true;
    }
  };
}
