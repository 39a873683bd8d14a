import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A file that the docs pages load. */
export interface DocsFile {
  /** The absolute path of the file. */
  readonly path: string;
  readonly type: string;
  /** Whether it is stored compressed. */
  readonly isGzip: boolean;
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** The files by the name under which they are served. The build copies both folders beside the compiled code. */
export const DOCS_FILES: ReadonlyMap<string, DocsFile> = new Map([
  ['scalar.js', file('vendor/scalar.js.gz', SCRIPT)],
  ['reference.js', file('assets/reference.js', SCRIPT)],
  ['theme.js', file('assets/theme.js', SCRIPT)],
  ['docs.css', file('assets/docs.css', 'text/css; charset=utf-8')],
  ['logo.svg', file('assets/logo.svg', 'image/svg+xml')],
]);

/** Part of the address of every file, so that browsers may cache files for a year and still load those of a new release. */
export function versionOfFiles(): string {
  const hash = createHash('sha256');
  for (const { path: name } of DOCS_FILES.values()) hash.update(readFileSync(name));
  return hash.digest('hex').slice(0, 12);
}

function file(name: string, type: string): DocsFile {
  return { path: path.join(import.meta.dirname, name), type, isGzip: name.endsWith('.gz') };
}
