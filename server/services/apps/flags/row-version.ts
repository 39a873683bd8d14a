import { hash } from 'node:crypto';
import type { Model } from 'sequelize';
import { preconditionFailed } from '../../../platform/errors.ts';

/** The strong entity tag of a row: it changes with every column. */
export function versionOf(row: Model): string {
  const columns = Object.entries(row.get()).toSorted(([a], [b]) => (a < b ? -1 : 1));
  const texts = columns.map(([name, value]) => [name, value instanceof Date ? value.getTime() : value]);
  return `"${hash('sha256', JSON.stringify(texts), 'base64url').slice(0, 27)}"`;
}

/** @throws ApiError 412 `content_changed` when `If-Match` names other versions than the present one */
export function requireVersion(ifMatch: readonly string[] | null, row: Model): void {
  if (ifMatch === null || ifMatch.includes(versionOf(row))) return;
  throw preconditionFailed('content_changed', 'It was changed after you read it. Read it again.');
}
