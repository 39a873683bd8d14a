/** The filter of the list in the address. */
export interface FlagSearch {
  readonly q?: string;
  readonly stale?: true;
}

export function flagSearch({ q, stale }: Record<string, unknown>): FlagSearch {
  return { ...(typeof q === 'string' && q !== '' ? { q } : {}), ...(stale === true ? { stale } : {}) };
}
