const NUMBER = '(?:0|[1-9]\\d*)';
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][\\da-zA-Z-]*)';
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+[\\da-zA-Z-]+(?:\\.[\\da-zA-Z-]+)*)?$`,
);

/** The rule of the API for what is published. */
export function checkSemver(text: string): true | string {
  return (text.length <= 64 && SEMVER.test(text)) || 'It must be a semantic version such as 1.4.2.';
}

/** Whether one semantic version comes after another; build metadata has no say. */
export function isAbove(left: string, right: string): boolean {
  const [a, b] = [orderOf(left), orderOf(right)];
  for (let place = 0; place < Math.max(a.length, b.length); place += 1) {
    const [mine, other] = [a[place] ?? '', b[place] ?? ''];
    if (mine !== other) return mine > other;
  }
  return false;
}

/** Texts that compare as the identifiers do: numbers by size and before words, a release after its prereleases. */
function orderOf(text: string): string[] {
  const version = text.replace(/\+.*$/, '');
  const [numbers = '', ...rest] = version.split('-');
  const prerelease = rest.length === 0 ? ['~'] : rest.join('-').split('.').map(orderOfIdentifier);
  return [...numbers.split('.').map(orderOfIdentifier), ...prerelease];
}

function orderOfIdentifier(text: string): string {
  return /^\d+$/.test(text) ? `0${String(text.length).padStart(2, '0')}${text}` : `1${text}`;
}
