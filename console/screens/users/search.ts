/** The filter in the address. */
export function usersSearch({ q }: Record<string, unknown>): { q?: string } {
  return typeof q === 'string' ? { q } : {};
}
