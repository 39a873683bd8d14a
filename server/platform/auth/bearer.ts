/**
 * The credentials of an Authorization header of the scheme `Bearer`, or null. The scheme may be in any case, and any number of blanks
 * may follow it (RFC 9110, section 11.4).
 */
export function bearerCredentials(header: string | undefined): string | null {
  return (header === undefined ? undefined : /^bearer +(\S+)$/i.exec(header)?.[1]) ?? null;
}
