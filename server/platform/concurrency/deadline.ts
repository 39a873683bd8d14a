import { outcomeUnknown, unavailable } from '../errors.ts';
import type { Admission } from './admission.ts';
import { afterReading } from './after-reading.ts';

/** A client gets its answer within 2.5 s; the rest is for sending it. */
const ANSWER_MS = 2_400;

/**
 * The time that a request may take, which all its waits share: for slots, connections, statements and queues. When it is over, the
 * client gets its answer, and the work that is still running begins no statement and commits nothing.
 */
export class Deadline {
  /** Whether a change was sent to the database that may take effect although the answer does not report it. */
  mayHaveWritten = false;
  #leftMs = ANSWER_MS;
  #isOver = false;
  #isLifted = false;
  #cancel: () => void = () => {};
  readonly #admission: Admission | null;

  /** `admission` counts the request while it waits; null for one that is never refused. */
  constructor(admission: Admission | null) {
    this.#admission = admission;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /** @throws ApiError 503 `unavailable` when the time is over */
  check(): void {
    if (this.#isOver) throw tooLate();
  }

  /**
   * Waits for one part of the request after the other, as long as the parts before have left time. A part without a wait has no bound.
   * @throws ApiError 503 `unavailable` when the time is over, `outcome_unknown` when a change was sent by then
   */
  bound<T>(work: T | Promise<T>): T | Promise<T> {
    // a handler may lift the bound before its first wait
    return work instanceof Promise && !this.#isLifted ? this.#race(work) : work;
  }

  async #race<T>(work: Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const late = new Promise<never>((_resolve, reject) => {
      const end = (): void => {
        this.#isOver = true;
        reject(this.mayHaveWritten ? outcomeUnknown() : tooLate());
      };
      this.#cancel = afterReading(Math.ceil(this.#leftMs), end);
    });
    this.#admission?.enter();
    try {
      return await Promise.race([work, late]);
    } finally {
      this.#admission?.leave();
      this.#cancel();
      this.#leftMs -= performance.now() - startedAt;
    }
  }

  /** Ends the bound before a call outside of this server, which has its own. */
  lift(): void {
    this.#isLifted = true;
    this.#cancel();
  }
}

function tooLate(): Error {
  return unavailable('The request took too long. Try again in a moment.');
}
