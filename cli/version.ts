import { readFileSync } from 'node:fs';
import path from 'node:path';
import { isRecord } from './json.ts';

/** The version in package.json, which is two folders above the built file and one above the source. */
export function readVersion(): string {
  for (const up of ['..', '../..']) {
    const text = readOrNull(path.join(import.meta.dirname, up, 'package.json'));
    if (text === null) continue;
    const manifest: unknown = JSON.parse(text);
    if (isRecord(manifest) && typeof manifest['version'] === 'string') return manifest['version'];
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
