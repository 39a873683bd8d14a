import type { Random } from './arrange.ts';
import type { Store } from './store.ts';

/** What everything of the demo is made with. */
export interface Demo {
  readonly store: Store;
  /** One chance for all, in a fixed order: whoever is asked first gets the first number. */
  readonly random: Random;
  /** Midnight in UTC at the start of the day of the run, before which all of it happened: the hour of the run changes nothing. */
  readonly end: Date;
}
