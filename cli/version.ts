import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The version of the package, which stands two folders up from what is built, and one from the source. */
export function readVersion(): string {
  for (const up of ['..', '../..']) {
    const text = readOrNull(path.join(import.meta.dirname, up, 'package.json'));
    if (text !== null) return (JSON.parse(text) as { version: string }).version;
  }
  return 'unknown';
}

function readOrNull(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return null;
  }
}
