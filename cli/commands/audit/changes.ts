import { isRecord } from '../../json.ts';
import type { AuditEntry } from './pages.ts';

/** A field that an act changed. The values are JSON; undefined where the field was absent. */
export interface Change {
  /** The names of the field and of those that contain it: `settings.otp.length`. */
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** The changed fields, those in objects one by one. An act that makes or removes something has all of its fields. */
export function changesOf({ before, after }: Pick<AuditEntry, 'before' | 'after'>): Change[] {
  const [old, fresh] = [fieldsOf(before), fieldsOf(after)];
  const paths = new Set([...old.keys(), ...fresh.keys()]);
  return [...paths]
    .map((path) => ({ path, before: old.get(path), after: fresh.get(path) }))
    .filter((change) => change.before !== change.after);
}

/** A change in one line, for programs. */
export function textOfChange({ path, before, after }: Change): string {
  if (before === undefined) return `${path}: ${after ?? ''}`;
  return `${path}: ${before} -> ${after ?? 'removed'}`;
}

function fieldsOf(value: unknown, path = ''): Map<string, string> {
  if (!isRecord(value) || (path !== '' && Object.keys(value).length === 0))
    return new Map(path === '' ? [] : [[path, JSON.stringify(value) ?? '']]);
  return new Map(Object.entries(value).flatMap(([name, part]) => [...fieldsOf(part, path === '' ? name : `${path}.${name}`)]));
}
