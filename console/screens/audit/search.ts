export interface AuditSearch {
  readonly q?: string;
  readonly action?: string;
  readonly actor?: string;
  readonly subject?: string;
  readonly target?: string;
  /** The first and the last day, such as `2026-11-27`. */
  readonly from?: string;
  readonly to?: string;
  /** An owner looks at the acts of all projects. */
  readonly all?: true;
}

const WORDS = ['q', 'action', 'actor', 'subject', 'target'] as const;
const DAYS = ['from', 'to'] as const;

/** The filter in the address. */
export function auditSearch(search: Record<string, unknown>): AuditSearch {
  const words = WORDS.flatMap((name) => entryOf(name, search[name], (text) => text !== ''));
  const days = DAYS.flatMap((name) => entryOf(name, search[name], isDay));
  return { ...Object.fromEntries([...words, ...days]), ...(search['all'] === true ? { all: true } : {}) };
}

// the router reads `?q=2026` as a number
function entryOf(name: string, value: unknown, isGood: (text: string) => boolean): [string, string][] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim();
  return isGood(text) ? [[name, text]] : [];
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
