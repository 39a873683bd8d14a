/** The filter in the address. */
export interface ModerationSearch {
  readonly kinds?: string;
  readonly reason?: string;
  readonly q?: string;
}

/** Reads the filter of an address; the server judges its words. */
export function moderationSearch({ kinds, reason, q }: Record<string, unknown>): ModerationSearch {
  return { ...words({ kinds }), ...words({ reason }), ...words({ q }) };
}

function words<K extends string>(value: Record<K, unknown>): { [P in K]?: string } {
  const entries = Object.entries(value).filter((entry): entry is [K, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries) as { [P in K]?: string };
}
