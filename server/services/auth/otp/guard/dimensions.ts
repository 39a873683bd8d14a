import { countryOf } from '../../../../domain/phone.ts';
import type { SecretKeys } from '../../../../platform/crypto/secret-keys.ts';
import { networkOf } from '../../../../platform/network.ts';
import { countsIn, type Steps, type Window } from './steps.ts';

/** By what codes are counted in a project. */
export const DIMENSIONS = ['project', 'country', 'prefix', 'address', 'phone'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

interface Rule {
  /** The unused codes that are always allowed in a window; null where the window is not judged. */
  readonly floors: Readonly<Record<Window, number | null>>;
  /** Whether a used code counts like an unused one. */
  readonly countsUsed: boolean;
  /** Whether codes younger than two minutes are left out, so that a launch is not refused for codes on their way. */
  readonly sparesYoung: boolean;
  /** Whether it binds a known device of the user of the phone too: strangers must not mute an app for those who use it. */
  readonly bindsDevices: boolean;
}

const OF_STRANGERS = { countsUsed: false, sparesYoung: false, bindsDevices: true };
const OF_ALL = { countsUsed: false, sparesYoung: true, bindsDevices: false };
const RULES: Readonly<Record<Dimension, Rule>> = {
  phone: { floors: { hour: null, day: 10 }, ...OF_STRANGERS, countsUsed: true },
  address: { floors: { hour: 10, day: 30 }, ...OF_STRANGERS },
  prefix: { floors: { hour: 10, day: 20 }, ...OF_STRANGERS },
  country: { floors: { hour: 30, day: 100 }, ...OF_ALL },
  project: { floors: { hour: 60, day: 200 }, ...OF_ALL },
};
const WINDOW_NAMES = ['hour', 'day'] as const satisfies readonly Window[];
/** The digits of a number that differ within a prefix. */
const LAST_DIGITS = 4;
/** No answer asks for a longer wait. */
const MAX_WAIT_SECONDS = 3_600;

/** The value of a code in each dimension. Phones, prefixes and networks are keyed digests. */
export type Subjects = Readonly<Record<Dimension, string>>;

export interface CodeSource {
  readonly projectId: number;
  /** E.164. */
  readonly phone: string;
  /** The digest of the network that asked; see `networkDigest`. */
  readonly network: string;
}

export function subjectsOf(secrets: SecretKeys, { projectId, phone, network }: CodeSource): Subjects {
  const digest = (name: string, value: string): string => shortDigest(secrets, [name, projectId, value]);
  return {
    project: '',
    country: countryOf(phone) ?? '',
    prefix: digest('prefix', phone.slice(0, -LAST_DIGITS)),
    address: network,
    phone: digest('phone', phone),
  };
}

/** The form in which the network of a client is stored: its /24 or /48, keyed. Clients without an address share one. */
export function networkDigest(secrets: SecretKeys, projectId: number, address: string | null): string {
  return shortDigest(secrets, ['network', projectId, networkOf(address) ?? '']);
}

function shortDigest(secrets: SecretKeys, parts: readonly (string | number)[]): string {
  return secrets.digestCode(JSON.stringify(['guard', ...parts])).slice(0, 32);
}

export interface Judgement {
  readonly steps: ReadonlyMap<Dimension, Steps>;
  readonly now: Date;
  /** Multiplies the floors. */
  readonly scale: number;
  /** Whether a known device of the phone's user asks. */
  readonly isKnownDevice: boolean;
}

export interface GuardRefusal {
  readonly dimension: Dimension;
  /** Until the oldest step that counts leaves the window, 1 to 3,600. */
  readonly seconds: number;
  readonly window: Window;
  /** The codes of the window that no one used, and those that were used. */
  readonly unused: number;
  readonly used: number;
}

/** The refusals, that with the longest wait first; none when the code may be sent. Pure. */
export function judge({ steps, now, scale, isKnownDevice }: Judgement): readonly GuardRefusal[] {
  const refusals: GuardRefusal[] = [];
  for (const [dimension, counted] of steps) {
    const rule = RULES[dimension];
    if (isKnownDevice && !rule.bindsDevices) continue;
    for (const window of WINDOW_NAMES) {
      const refused = refusalIn(counted, { rule, window, now, scale });
      if (refused !== null) refusals.push({ dimension, window, ...refused });
    }
  }
  return refusals.sort((a, b) => b.seconds - a.seconds);
}

interface WindowOfRule extends Pick<Judgement, 'now' | 'scale'> {
  readonly rule: Rule;
  readonly window: Window;
}

/** null when the window has a place. */
function refusalIn(steps: Steps, { rule, window, now, scale }: WindowOfRule): Omit<GuardRefusal, 'dimension' | 'window'> | null {
  const { floors, countsUsed, sparesYoung } = rule;
  const floor = floors[window];
  if (floor === null) return null;
  const { unused, used, young, leavesAfter } = countsIn(steps, window, now, countsUsed);
  const spared = sparesYoung ? Math.min(young, scaled(floors.day ?? 0, scale)) : 0;
  if (unused - spared < Math.max(scaled(floor, scale), used / 2)) return null;
  return { seconds: Math.min(MAX_WAIT_SECONDS, Math.max(1, Math.ceil(leavesAfter))), unused, used };
}

/** Rounded up, but not because of the last bit: 100 * 1.1 is a little more than 110. */
function scaled(floor: number, scale: number): number {
  return Math.ceil(Number((floor * scale).toFixed(6)));
}
