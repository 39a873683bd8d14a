import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Break, compareApis } from './api-diff.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** The API as the last change of the document recorded it. */
export const RECORDED = path.join(ROOT, 'docs/openapi.json');

/**
 * Compares the document at `api` with the recorded one. Resolves to null when both describe the same API, else to the faults: breaking
 * changes that the change log does not name, or a record that is old.
 */
export async function checkRecorded(api: string, tools: string): Promise<string | null> {
  const { breaks, hasChanged } = await compareApis(RECORDED, api, tools);
  const faults = describeUnnamed(breaks, readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'));
  if (faults !== null) return faults;
  return hasChanged ? 'docs/openapi.json does not describe the API as it is now: run npm run api-document.' : null;
}

/**
 * The breaking changes in the document at `api` that the change log does not name, so that it must not be recorded; null when there are
 * none.
 */
export async function checkBreaks(api: string, tools: string): Promise<string | null> {
  if (!existsSync(RECORDED)) return null;
  const { breaks } = await compareApis(RECORDED, api, tools);
  return describeUnnamed(breaks, readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8'));
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
    '**Breaking:**, and run npm run api-document.',
  ].join('\n');
}

/** The code spans in the entries under Unreleased that start with `**Breaking:`. */
function namesIn(changelog: string): Set<string> {
  const unreleased = /^## \[?Unreleased\]?.*\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(changelog)?.[1] ?? '';
  const entries = unreleased.split(/^(?=- |#)/m).filter((entry) => /^- \*\*Breaking:/.test(entry));
  return new Set(entries.flatMap((entry) => [...entry.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name.replaceAll(/\s+/g, ' '))));
}
