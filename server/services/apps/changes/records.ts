import type { AuditEntry } from '../../../platform/db/records/audit-entries.ts';
import { conflict } from '../../../platform/errors.ts';
import { type Fields, fieldsOf, type Recorded } from './undo-step.ts';

/** Reads a row of the audit log. */
export function recordedOf({ action, target, details, createdAt }: AuditEntry): Recorded {
  const all: Fields = JSON.parse(details);
  return { action, target, before: fieldsOf(all['before']), after: fieldsOf(all['after']), details: all, at: createdAt };
}

/** The parts of the app that a row changed: its target, the app itself, and the switch of maintenance. */
export function partsOf(entry: AuditEntry): string[] {
  const { action, target, details } = recordedOf(entry);
  const isSwitch = action === 'maintenance.started' || action === 'maintenance.ended';
  const isOfApp = action.startsWith('app.') || details['app'] !== undefined || action === 'version.published';
  return [...(target === null ? [] : [target]), ...(isSwitch ? ['maintenance'] : []), ...(isOfApp ? ['app'] : [])];
}

/** The refusal to undo, with what to do instead. */
export function notUndoable({ id, action }: AuditEntry, advice: string): Error {
  return conflict('not_undoable', `The change ${id} (${action}) cannot be undone: ${advice}`);
}

/** The refusal that names the later changes. */
export function changedSince(entry: AuditEntry, later: readonly number[]): Error {
  const { id, target } = entry;
  const names = later.length === 0 ? '' : `, by ${later.join(', ')}`;
  const message = `${target ?? 'The app'} has changed since the change ${id}${names}. Undo the later changes first, or change it by hand.`;
  return conflict(
    'changed_since',
    message,
    later.map((one) => ({ field: 'id', message: `the change ${one} is later` })),
  );
}
