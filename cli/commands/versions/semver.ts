const NUMBER = '(?:0|[1-9]\\d*)';
const IDENTIFIER = '(?:0|[1-9]\\d*|\\d*[a-zA-Z-][\\da-zA-Z-]*)';
const SEMVER = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}(?:-${IDENTIFIER}(?:\\.${IDENTIFIER})*)?(?:\\+[\\da-zA-Z-]+(?:\\.[\\da-zA-Z-]+)*)?$`,
);

/** The API's rule for published versions. */
export function checkSemver(text: string): true | string {
  return (text.length <= 64 && SEMVER.test(text)) || 'It must be a semantic version such as 1.4.2.';
}

/** Whether one semantic version is higher than another. Build metadata is ignored. */
export function isAbove(left: string, right: string): boolean {
  const [leftKeys, rightKeys] = [sortKeys(left), sortKeys(right)];
  for (let index = 0; index < Math.max(leftKeys.length, rightKeys.length); index += 1) {
    const [leftKey, rightKey] = [leftKeys[index] ?? '', rightKeys[index] ?? ''];
    if (leftKey !== rightKey) return leftKey > rightKey;
  }
  return false;
}

/** Texts that sort like the identifiers: numbers by size and before words, a release after its prereleases. */
function sortKeys(text: string): string[] {
  const version = text.replace(/\+.*$/, '');
  const [numbers = '', ...rest] = version.split('-');
  const prerelease = rest.length === 0 ? ['~'] : rest.join('-').split('.').map(identifierKey);
  return [...numbers.split('.').map(identifierKey), ...prerelease];
}

function identifierKey(text: string): string {
  return /^\d+$/.test(text) ? `0${String(text.length).padStart(2, '0')}${text}` : `1${text}`;
}
