// A copy of server/domain/search-fold.ts, because seeders must not change with the server. A test compares the two.
const SAME_LETTER: Readonly<Record<string, string>> = { ٱ: 'ا', ى: 'ي', ة: 'ه', ς: 'σ' };

/** The search key of texts: each folded, on its own line, without nulls. */
export function searchKey(...texts: readonly (string | null)[]): string {
  return texts
    .filter((text) => text !== null)
    .map(fold)
    .join('\n');
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}|\u0640/gu, '')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[ٱىةς]/g, (letter) => SAME_LETTER[letter] ?? letter)
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}
