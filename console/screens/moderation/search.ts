const KINDS = ['review', 'comment', 'post'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** The kinds of text that wait for moderators. */
export type Kind = (typeof KINDS)[number];

/** The filter in the address, and the text that is open. */
export interface ModerationSearch {
  /** Separated by commas, as the API takes them. */
  readonly kinds?: string;
  readonly reason?: 'pending' | 'reported';
  readonly q?: string;
  readonly author?: string;
  /** The first and the last day of writing, in the reader's zone. */
  readonly from?: string;
  readonly to?: string;
  /** Such as `comment-7`. */
  readonly item?: string;
}

/** Reads the address; what it does not understand is left out. */
export function moderationSearch(found: Record<string, unknown>): ModerationSearch {
  const { kinds, reason, q, author, from, to, item } = found;
  const known = typeof kinds === 'string' ? KINDS.filter((kind) => kinds.split(',').includes(kind)) : [];
  return {
    ...(known.length === 0 || known.length === KINDS.length ? {} : { kinds: known.join(',') }),
    ...(reason === 'pending' || reason === 'reported' ? { reason } : {}),
    // the router reads a search for digits as a number
    ...(isText(q) || typeof q === 'number' ? { q: String(q) } : {}),
    ...(isText(author) ? { author } : {}),
    ...(isDay(from) ? { from } : {}),
    ...(isDay(to) ? { to } : {}),
    ...(isText(item) ? { item } : {}),
  };
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isDay(value: unknown): value is string {
  return isText(value) && DAY.test(value) && !Number.isNaN(Date.parse(value));
}
