import { isDeepStrictEqual } from 'node:util';
import type { App } from '../../../../models/apps/App.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { ChangeAct } from '../app-audit.ts';
import type { Apps } from '../apps-service.ts';

/** Recorded fields, with JSON in place of its text and times as texts. */
export type Fields = Readonly<Record<string, unknown>>;

/** A change as the audit log has it. */
export interface Recorded {
  readonly action: string;
  readonly target: string | null;
  readonly before: Fields | null;
  readonly after: Fields | null;
  /** Everything that is recorded of it. */
  readonly details: Fields;
  readonly at: Date;
}

/** The fields around a change. */
export interface Move {
  readonly left: Fields;
  readonly back: Fields;
}

/** How a change is undone. */
export interface UndoStep {
  /** Names the thing among those of its kind in the app; empty when there is one only. */
  readonly key: string;
  /** The fields that the change left; null when it deleted. */
  readonly left: Fields | null;
  /** The fields to go back to; null when the change created. */
  readonly back: Fields | null;
  /** The time of the change. */
  readonly at: Date;
  /** The fields of the app that moved along with a release. */
  readonly app?: Move | undefined;
}

/** Finds the current fields that a step is about; null when they are gone. */
export type Current = (step: UndoStep) => Fields | null;

/** A step in an app, and when it is looked at. */
export interface Situation {
  readonly slug: string;
  readonly step: UndoStep;
  readonly current: Fields | null;
  readonly now: Date;
}

/** How changes of one kind of thing are undone. */
export interface UndoHandler {
  /** null for a change that cannot be undone. */
  stepOf(recorded: Recorded): UndoStep | null;
  readCurrent(db: Database, app: App, steps: readonly UndoStep[]): Promise<Current>;
  /** Whether the current fields are those that the change left. */
  isUnchanged(situation: Situation): boolean;
  /** Why it is too late to undo it, with what to do instead; null while it is not. */
  obstacleTo?(situation: Situation): string | null;
  /** Runs the ordinary write, with its checks. */
  revert(apps: Apps, act: ChangeAct, slug: string, step: UndoStep): Promise<unknown>;
  /** Says what to do about a change that has no step. */
  adviceOn(recorded: Recorded, slug: string): string;
}

/** A kind of row whose changes record its fields. */
export interface RowKind {
  /** All fields that can be undone. Their values are those of a row whose creation names no others. */
  readonly fields: Fields;
  /** The verbs of the actions. */
  readonly changed: readonly string[];
  readonly created?: string;
  readonly deleted?: string;
}

export const CHANGED_NOTHING = 'it changed nothing.';

/** The step back from a change of a row; null without a difference, and for fields that this release does not know. */
export function rowStep({ fields, ...verbs }: RowKind, { action, target, before, after, at }: Recorded): UndoStep | null {
  const verb = action.slice(action.indexOf('.') + 1);
  const place = { key: target === null ? '' : target.slice(target.indexOf(':') + 1), at };
  const completed = (given: Fields): Fields => ({
    ...fields,
    ...Object.fromEntries(Object.entries(given).filter(([name]) => name in fields)),
  });
  if (verb === verbs.created) return after && { ...place, left: completed(after), back: null };
  if (verb === verbs.deleted) return before && { ...place, left: null, back: completed(before) };
  if (!verbs.changed.includes(verb) || before === null || after === null) return null;
  const names = Object.keys(before);
  return names.length > 0 && names.every((name) => name in fields) ? { ...place, left: after, back: before } : null;
}

/** Whether a row still has the fields that the change left. */
export function rowIsUnchanged({ fields }: RowKind): UndoHandler['isUnchanged'] {
  return ({ step: { left }, current }) => {
    if (left === null || current === null) return left === current;
    return Object.keys(fields)
      .filter((name) => name in left)
      .every((name) => isDeepStrictEqual(left[name], current[name]));
  };
}

/** Finds rows by the key of a step. */
export function currentBy<T extends { get(): object }>(rows: readonly T[], keyOf: (row: T) => string): Current {
  const byKey = new Map(rows.map((row) => [keyOf(row), plainOf(row)]));
  return ({ key }) => byKey.get(key) ?? null;
}

export function keysOf(steps: readonly UndoStep[]): string[] {
  return [...new Set(steps.map(({ key }) => key))];
}

/** The fields of a row in the form in which the log records them. */
export function plainOf(row: { get(): object }): Fields {
  return fieldsOf(JSON.parse(JSON.stringify(row.get()))) ?? {};
}

const JSON_FIELDS = new Set(['config', 'targeting', 'conditions', 'steps', 'notes', 'guard', 'platforms', 'versions', 'testers']);

/** The fields with parsed JSON. null for everything that is not an object. */
export function fieldsOf(value: unknown): Fields | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, JSON_FIELDS.has(name) ? parsed(field) : field]));
}

/** Some inputs are words, such as the steps `appstore`. */
function parsed(field: unknown): unknown {
  if (typeof field !== 'string') return field;
  try {
    return JSON.parse(field) as unknown;
  } catch {
    return field;
  }
}
