/**
 * null unless the text is `scheme://host…` with one of these protocols. The parser's own error is dropped, because it contains the text.
 */
export function parseUrl(text: string, protocols: readonly string[]): URL | null {
  if (/[\s\p{Cc}]/u.test(text) || !/^[a-z]+:\/\/[^/]/i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  return protocols.includes(url.protocol) && url.hostname !== '' ? url : null;
}

/** Whether each part is percent-encoded. A stray percent sign would fail later, when the connection is opened. */
export function isDecodable(parts: readonly string[]): boolean {
  try {
    return parts.map(decodeURIComponent).length === parts.length;
  } catch {
    return false;
  }
}
