import { statSync } from 'node:fs';
import { fileGone, writtenToGoneFile } from './error.ts';

/** Another file at the same path has another identity. */
interface Identity {
  readonly dev: number;
  readonly ino: number;
}

/**
 * Notices when the database file or its write-ahead log was deleted, moved or replaced. The engine would go on with the files that it has
 * open, and lose every row when the last handle closes. A check costs a few microseconds.
 */
export class FilePresence {
  readonly #path: string;
  #file: Identity | null = null;
  #log: Identity | null = null;

  constructor(path: string) {
    this.#path = path;
  }

  /** Call it when a first handle was opened. The engine may have made a new log by then, but the file must stay the same. */
  onFirstHandle(): void {
    this.#file ??= identityOf(this.#path);
    this.#log = null;
  }

  /** Whether opening the file again would find the same one, but not make a new one. */
  get isKnownAndPresent(): boolean {
    return this.#file !== null && isSame(this.#file, this.#path);
  }

  /** @throws SqliteError when the file is gone */
  check(): void {
    if (!isSame(this.#file, this.#path)) throw fileGone(this.#path);
  }

  /** Call it after a commit and before its answer. @throws SqliteError when the rows are in a file that is gone */
  checkCommit(): void {
    const log = `${this.#path}-wal`;
    // the engine makes the log with its first statement
    this.#log ??= identityOf(log);
    if (!isSame(this.#file, this.#path) || !isSame(this.#log, log)) throw writtenToGoneFile(this.#path);
  }
}

function isSame(known: Identity | null, path: string): boolean {
  if (known === null) return true;
  const now = identityOf(path);
  return now !== null && now.ino === known.ino && now.dev === known.dev;
}

/** null when there is no such file, or when the process may not see it any more. */
function identityOf(path: string): Identity | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}
