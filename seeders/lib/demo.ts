import type { Random } from './arrange.ts';
import type { Store } from './store.ts';

export const DEMO_PROJECT = { id: 99, name: 'Diwan Demo' };

/** Shared by all parts of the demo. */
export interface Demo {
  readonly store: Store;
  /** One generator for all parts, called in a fixed order. */
  readonly random: Random;
  /** The start of the day of the run in UTC. All rows are older, so the hour of the run changes nothing. */
  readonly end: Date;
}
