import { CliError, EXIT } from '../errors/errors.ts';

const VERSION_HEADER = 'X-Diwan-Version';

/** Compares this diwan with the servers that answer it, for one command. */
export interface VersionGuard {
  /** Whether an answer has named the version of the server. */
  readonly isInformed: boolean;
  /** Takes the version that an answer names; proxies and servers before 0.2.0 name none. A wrong one is reported once. */
  observe(answer: Response): void;
  /** @throws CliError exit 1 while the server has another release line, because a change could mean something else there */
  admitChange(): void;
}

/** `note` prints the warning. */
export function createVersionGuard(own: string, note: (sentence: string) => void): VersionGuard {
  let server: string | null = null;
  let hasWarned = false;
  const fits = (): boolean => server === null || isSameLine(own, server);
  return {
    get isInformed() {
      return server !== null;
    },
    observe({ headers }) {
      server = headers.get(VERSION_HEADER) ?? server;
      if (hasWarned || server === null || fits()) return;
      hasWarned = true;
      note(`warning: ${describe(own, server)} Reads go on, changes are refused: ${nextStep(server)}.`);
    },
    admitChange() {
      if (server === null || fits()) return;
      throw new CliError({
        exit: EXIT.failed,
        code: 'version_mismatch',
        message: `${describe(own, server)} Nothing was changed.`,
        hint: nextStep(server),
      });
    },
  };
}

function describe(own: string, server: string): string {
  const [a = 0, b = 0] = [lineOf(own), lineOf(server)].map((line) => (line === null ? 0 : line[0] * 1_000_000 + line[1]));
  return `This diwan is ${own}, ${a > b ? 'newer' : 'older'} than the server, which is ${server}.`;
}

function nextStep(server: string): string {
  return `use the diwan of the release ${server}`;
}

/** Versions of one line understand each other: the same major version, before 1.0 the same minor version. */
function isSameLine(first: string, second: string): boolean {
  const [a, b] = [lineOf(first), lineOf(second)];
  // a build without a number is compared with nothing
  if (a === null || b === null) return true;
  return a[0] === b[0] && (a[0] > 0 || a[1] === b[1]);
}

/** The major and the minor version; null for a text that is no version. */
function lineOf(version: string): readonly [number, number] | null {
  const [, major, minor] = /^(\d{1,6})\.(\d{1,6})\.\d/.exec(version) ?? [];
  return major === undefined || minor === undefined ? null : [Number(major), Number(minor)];
}
