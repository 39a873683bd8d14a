/** The filter in the address. */
export function moderationSearch({ q }: Record<string, unknown>): { q?: string } {
  return typeof q === 'string' ? { q } : {};
}
