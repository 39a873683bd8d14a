/** `next`: where the reader wanted to go before the sign-in. */
export function signInSearch({ next }: Record<string, unknown>): { next?: string } {
  return typeof next === 'string' && next.startsWith('/') && !next.startsWith('//') ? { next } : {};
}
