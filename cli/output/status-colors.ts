import type pc from 'picocolors';

type Tone = 'green' | 'yellow' | 'red' | 'cyan' | 'dim';

/** The words of the API and of the CLI that are good, waiting, bad, coming or over. */
const TONES = new Map<string, Tone>(
  Object.entries<Tone>({
    active: 'green',
    approved: 'green',
    completed: 'green',
    ok: 'green',
    on: 'green',
    up_to_date: 'green',
    yes: 'green',
    in_progress: 'yellow',
    pending: 'yellow',
    under_review: 'yellow',
    update_available: 'yellow',
    warn: 'yellow',
    declined: 'red',
    deleted: 'red',
    fail: 'red',
    rejected: 'red',
    suspended: 'red',
    update_required: 'red',
    planned: 'cyan',
    inactive: 'dim',
    no: 'dim',
    off: 'dim',
    over: 'dim',
  }),
);

/** A status in its colour; an unknown word stays as it is. */
export function paintStatus(colors: ReturnType<typeof pc.createColors>, word: string): string {
  const tone = TONES.get(word);
  return tone === undefined ? word : colors[tone](word);
}
