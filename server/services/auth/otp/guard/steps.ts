/** The codes of one dimension, such as a country, counted by the time at which they were sent. Pure. */

/** Codes that were sent in one step, and how many of them were used. */
interface Step {
  /** The number of the step since 1970. */
  readonly at: number;
  sent: number;
  used: number;
}

/** The counts of a dimension: minutes for the last hour, hours for the last day, seconds for codes that may still be on their way. */
export interface Steps {
  minutes: Step[];
  hours: Step[];
  seconds: Step[];
}

type Unit = keyof Steps;

const UNIT_SECONDS: Readonly<Record<Unit, number>> = { minutes: 60, hours: 3_600, seconds: 1 };
/** The steps of a window, the running one included. */
const KEPT: Readonly<Record<Unit, number>> = { minutes: 60, hours: 24, seconds: 120 };
/** After this time without a code nothing of a row counts any more. */
export const GUARD_MS = 25 * 3_600_000;
/** Steps by which the clock of another process may be ahead. */
const AHEAD: Readonly<Record<Unit, number>> = { minutes: 2, hours: 1, seconds: 10 };
const UNITS = ['minutes', 'hours', 'seconds'] as const satisfies readonly Unit[];

/** The windows in which codes are judged. */
export const WINDOWS = { hour: 'minutes', day: 'hours' } as const satisfies Readonly<Record<string, Unit>>;
export type Window = keyof typeof WINDOWS;

export interface WindowCounts {
  readonly unused: number;
  readonly used: number;
  /** Unused codes that are younger than two minutes. */
  readonly young: number;
  /** Seconds until the oldest step with unused codes leaves the window; 0 without one. */
  readonly leavesAfter: number;
}

export function noSteps(): Steps {
  return { minutes: [], hours: [], seconds: [] };
}

/** Leaves out steps that no window reaches any more. Steps of the future, from a clock that ran ahead, become steps of now. */
export function withoutOld(steps: Steps, now: Date): Steps {
  return {
    minutes: recent(steps.minutes, 'minutes', now),
    hours: recent(steps.hours, 'hours', now),
    seconds: recent(steps.seconds, 'seconds', now),
  };
}

function recent(steps: readonly Step[], unit: Unit, now: Date): Step[] {
  const current = stepOf(now, unit);
  const newest = current + AHEAD[unit];
  const kept = steps.filter(({ at, sent }) => at > current - KEPT[unit] && at <= newest && sent > 0);
  const ahead = steps.filter(({ at }) => at > newest);
  for (const step of ahead) addTo(kept, current, step);
  return kept;
}

/** Counts a code that is sent at `at`; with -1 takes back the count of one that was not sent after all. */
export function countSent(steps: Steps, at: Date, sent: 1 | -1 = 1): void {
  for (const unit of UNITS) {
    const step = stepOf(at, unit);
    if (sent === 1 || findStep(steps[unit], step) !== undefined) addTo(steps[unit], step, { sent, used: 0 });
  }
}

/** Counts the use of a code that was sent at `at`; does nothing once its step has left. */
export function countUsed(steps: Steps, at: Date): void {
  for (const unit of UNITS) {
    const step = findStep(steps[unit], stepOf(at, unit));
    if (step !== undefined && step.used < step.sent) step.used += 1;
  }
}

/** The sums of a window; with `countsUsed` every code counts as unused. Call `withoutOld` first. */
export function countsIn(steps: Steps, window: Window, now: Date, countsUsed: boolean): WindowCounts {
  const unit = WINDOWS[window];
  const unusedOf = ({ sent, used }: Step): number => (countsUsed ? sent : sent - used);
  const counted = steps[unit].filter((step) => unusedOf(step) > 0);
  const unused = sum(counted.map(unusedOf));
  const used = countsUsed ? 0 : sum(steps[unit].map((step) => step.used));
  const young = sum(steps.seconds.map(unusedOf));
  const leavesAt = (Math.min(...counted.map(({ at }) => at)) + KEPT[unit]) * UNIT_SECONDS[unit];
  return { unused, used, young: Math.min(young, unused), leavesAfter: unused === 0 ? 0 : leavesAt - now.getTime() / 1_000 };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function stepOf(at: Date, unit: Unit): number {
  return Math.floor(at.getTime() / 1_000 / UNIT_SECONDS[unit]);
}

/** Mostly the last one. */
function findStep(steps: readonly Step[], at: number): Step | undefined {
  return steps.findLast((step) => step.at === at);
}

function addTo(steps: Step[], at: number, { sent, used }: Omit<Step, 'at'>): void {
  const step = findStep(steps, at);
  if (step === undefined) steps.push({ at, sent, used });
  else {
    step.sent += sent;
    step.used = Math.min(step.used + used, step.sent);
  }
}

/** Three numbers for each step. */
type Packed = readonly (readonly [number, number, number])[];
interface PackedSteps {
  readonly m?: Packed;
  readonly h?: Packed;
  readonly s?: Packed;
}

/** The form in which steps are stored. */
export function packSteps({ minutes, hours, seconds }: Steps): PackedSteps {
  const pack = (steps: readonly Step[]): Packed => steps.map(({ at, sent, used }) => [at, sent, used] as const);
  return { m: pack(minutes), h: pack(hours), s: pack(seconds) };
}

export function unpackSteps({ m = [], h = [], s = [] }: PackedSteps): Steps {
  const unpack = (packed: Packed): Step[] => packed.map(([at, sent, used]) => ({ at, sent, used }));
  return { minutes: unpack(m), hours: unpack(h), seconds: unpack(s) };
}
