import type { App } from '../../../../models/apps/App.ts';
import type { Database } from '../../../platform/db/database.ts';
import { undoApp } from './undo-app.ts';
import { undoFlag, undoSegment } from './undo-flags.ts';
import { undoSwitch, undoWindow } from './undo-maintenance.ts';
import { undoRelease } from './undo-release.ts';
import type { Fields, Recorded, UndoHandler, UndoStep } from './undo-step.ts';

/** The ways back by the action, or by the kind of thing that it names first. */
const UNDO_HANDLERS: ReadonlyMap<string, UndoHandler> = new Map([
  ['flag', undoFlag],
  ['segment', undoSegment],
  ['version', undoRelease],
  ['maintenance', undoWindow],
  ['maintenance.started', undoSwitch],
  ['maintenance.ended', undoSwitch],
  ['app', undoApp],
]);

/** A step with its handler. */
export interface Plan {
  readonly handler: UndoHandler;
  readonly step: UndoStep;
}

/** null for a change that cannot be undone. */
export function planOf(recorded: Recorded): Plan | null {
  const handler = handlerOf(recorded);
  const step = handler?.stepOf(recorded) ?? null;
  return handler === undefined || step === null ? null : { handler, step };
}

/** Says what to do about a change that has no plan. */
export function adviceOn(recorded: Recorded, slug: string): string {
  return handlerOf(recorded)?.adviceOn(recorded, slug) ?? 'there is no handler back from it.';
}

/** Reads what plans are about, once for each kind of thing. */
export async function readCurrent(db: Database, app: App, plans: readonly Plan[]): Promise<(plan: Plan) => Fields | null> {
  const found = new Map<UndoHandler, (step: UndoStep) => Fields | null>();
  for (const handler of new Set(plans.map((plan) => plan.handler))) {
    const steps = plans.filter((plan) => plan.handler === handler).map(({ step }) => step);
    found.set(handler, await handler.readCurrent(db, app, steps));
  }
  return ({ handler, step }) => found.get(handler)?.(step) ?? null;
}

function handlerOf({ action }: Recorded): UndoHandler | undefined {
  return UNDO_HANDLERS.get(action) ?? UNDO_HANDLERS.get(action.split('.')[0] ?? '');
}
