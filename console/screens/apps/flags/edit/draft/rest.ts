import { isRecord } from '../../../../../state/problem.ts';
import type { Targeting } from '../../data.ts';

type Rest = Omit<Targeting, 'rules' | 'otherwise'>;

const KEYS = ['variants', 'startAt', 'stopAt', 'steps', 'requires'] as const satisfies readonly (keyof Rest)[];
const KNOWN = new Set<string>(KEYS);

/** Tells why the JSON field cannot be sent. The server judges all else in it. */
export class RestFault extends Error {
  readonly kind: 'json' | 'object' | 'key';

  constructor(kind: RestFault['kind'], message = '') {
    super(message);
    this.kind = kind;
  }
}

/** The parts of the targeting that have no form: variants, times and prerequisites. */
export function restOf(targeting: Targeting | null): Rest {
  if (targeting === null) return {};
  return Object.fromEntries(KEYS.flatMap((key) => (isNothing(targeting[key]) ? [] : [[key, targeting[key]]])));
}

export function restText(rest: Rest): string {
  return JSON.stringify(rest, null, 2);
}

/** Reads the JSON field. @throws RestFault */
export function readRest(text: string): Rest {
  const value = parsed(text.trim() === '' ? '{}' : text);
  if (!isRecord(value) || Array.isArray(value)) throw new RestFault('object');
  const unknown = Object.keys(value).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) throw new RestFault('key', unknown);
  return value;
}

/** The keys of the variants, as far as the JSON can be read at the moment. */
export function variantKeys(text: string): string[] {
  try {
    const { variants } = readRest(text);
    const list: unknown[] = Array.isArray(variants) ? variants : [];
    return list.flatMap((variant) => (isRecord(variant) && typeof variant['key'] === 'string' ? [variant['key']] : []));
  } catch {
    return [];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RestFault('json', error instanceof Error ? error.message : '');
  }
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/** A start for readers who have not seen one. */
export const REST_EXAMPLE = restText({
  variants: [
    { key: 'blue', value: true, weight: 50 },
    { key: 'green', value: true, weight: 50 },
  ],
  startAt: '2027-01-01T06:00:00Z',
  stopAt: null,
  steps: [{ at: '2027-01-02T06:00:00Z', rule: 'rule-1', percentage: 50 }],
  requires: [{ flag: 'other_flag', on: true }],
});
