/** The filter in the address. */
export function auditSearch({ q }: Record<string, unknown>): { q?: string } {
  return typeof q === 'string' ? { q } : {};
}
