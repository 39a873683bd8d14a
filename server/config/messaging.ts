import { readFileSync } from 'node:fs';
import type { Environment, MessagingConfig } from './types.ts';

/** A value `"env:NAME"` of MESSAGING_FILE. `text` is null when the environment has no such variable. */
export class FromEnvironment {
  readonly name: string;
  readonly text: string | null;

  constructor(name: string, text: string | null) {
    this.name = name;
    this.text = text;
  }
}

export interface MessagingFile {
  readonly messaging: MessagingConfig;
  /** The variables that the file refers to. */
  readonly references: readonly string[];
  readonly faults: readonly string[];
}

const REFERENCE = 'env:';

/** Reads the file and the variables that it refers to. Its content is checked by `readMessaging` of `server/platform/messaging`. */
export function readMessagingFile(path: string, env: Environment): MessagingFile {
  const references: string[] = [];
  const resolve = (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !value.startsWith(REFERENCE)) return value;
    const name = value.slice(REFERENCE.length);
    references.push(name);
    return new FromEnvironment(name, env[name] || null);
  };
  const { document, faults } = parseFile(path, resolve);
  return { messaging: { source: 'MESSAGING_FILE', document }, references, faults: faults.map((fault) => `MESSAGING_FILE: ${fault}`) };
}

/** Neither the path nor the text is quoted: both may contain a secret by mistake. */
function parseFile(path: string, resolve: (key: string, value: unknown) => unknown): { document: unknown; faults: string[] } {
  let text: string;
  try {
    text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { document: null, faults: [`the file cannot be read (${code}), expected a readable JSON file`] };
  }
  try {
    return { document: JSON.parse(text, resolve), faults: [] };
  } catch (error) {
    const place = /line \d+ column \d+/.exec(String(error))?.[0];
    return { document: null, faults: [`the file is not JSON${place === undefined ? '' : `: see ${place}`}`] };
  }
}
