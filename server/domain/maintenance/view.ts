import type { EvaluationContext } from '../flags/context.ts';
import { type CompiledWindow, stateAt } from './window.ts';

/** A request for the state of maintenance. */
export interface MaintenanceQuestion {
  readonly context: EvaluationContext;
  /** Whether the client knows read-only maintenance, announcements and testers; those of earlier releases do not. */
  readonly includesUpcoming: boolean;
}

/** The maintenance that one phone sees. */
export interface MaintenanceView {
  readonly active: CompiledWindow | null;
  /** The announced windows, by their start. */
  readonly upcoming: readonly CompiledWindow[];
}

const NONE: MaintenanceView = { active: null, upcoming: [] };

/** The windows that reach a phone. A full one hides a read-only one, and a later start hides an earlier one. */
export function viewFor(windows: readonly CompiledWindow[], at: number, question: MaintenanceQuestion): MaintenanceView {
  const reaching = windows.filter((window) => reaches(window, question));
  if (reaching.length === 0) return NONE;
  const active = reaching.filter((window) => stateAt(window, at) === 'active').toSorted(byWeight);
  const upcoming = reaching.filter((window) => stateAt(window, at) === 'announced').toSorted(byStart);
  return { active: active[0] ?? null, upcoming };
}

type Weight = Pick<CompiledWindow, 'mode' | 'startAt' | 'id'>;

/** Orders active windows: the one that a phone sees is the first. */
export function byWeight(a: Weight, b: Weight): number {
  if (a.mode !== b.mode) return a.mode === 'full' ? -1 : 1;
  return a.startAt === b.startAt ? b.id - a.id : b.startAt - a.startAt;
}

function byStart(a: CompiledWindow, b: CompiledWindow): number {
  return a.startAt - b.startAt || a.id - b.id;
}

function reaches(window: CompiledWindow, { context, includesUpcoming }: MaintenanceQuestion): boolean {
  if (!window.fits(context)) return false;
  if (!includesUpcoming) return window.mode === 'full';
  // a condition with `not` fits a request that tells nothing, which no tester sends
  return context.size === 0 || !window.isTester(context);
}
