import { readFileSync } from 'node:fs';
import path from 'node:path';
import { API_FILE } from '../support/api-document.ts';
import { type Break, breaksBetween } from './api-diff.ts';

const CHANGELOG = path.join(import.meta.dirname, '../../CHANGELOG.md');

/**
 * The changes from the recorded API to the one at the path `api` that can break a client and that the change log does not name, with the
 * next step; null when there are none.
 */
export async function findUnnamedBreaks(api: string, tools: string): Promise<string | null> {
  return describeUnnamed(await breaksBetween(API_FILE, api, tools), readFileSync(CHANGELOG, 'utf8'));
}

/** The breaks that no breaking entry of the unreleased changes names, with the next step; null when all are named. */
export function describeUnnamed(breaks: readonly Break[], changelog: string): string | null {
  const named = namesIn(changelog);
  const unnamed = breaks.filter(({ name }) => !named.has(name));
  if (unnamed.length === 0) return null;
  const lines = unnamed.map(({ name, message }) => `- \`${name}\`: ${message}`);
  return [
    'These changes can break a client, and CHANGELOG.md does not name them:',
    ...new Set(lines),
    'Take them back. If they are intended, name each one, with the backticks above, in an entry under Unreleased that starts with',
    '**Breaking:**, and run npm run api.',
  ].join('\n');
}

/** The code spans in the entries under Unreleased that start with `**Breaking:`. */
function namesIn(changelog: string): Set<string> {
  const unreleased = /^## \[?Unreleased\]?.*\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1] ?? '';
  const entries = unreleased.split(/^(?=- |#)/m).filter((entry) => /^- \*\*Breaking:/.test(entry));
  return new Set(entries.flatMap((entry) => [...entry.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '))));
}
