import type { App } from '../../../../models/apps/App.ts';
import type { Database } from '../../../platform/db/database.ts';
import { appWay } from './app-way.ts';
import { flagWay, segmentWay } from './flag-ways.ts';
import { switchWay, windowWay } from './maintenance-ways.ts';
import { releaseWay } from './release-way.ts';
import type { Fields, Recorded, UndoStep, Way } from './undo-step.ts';

/** The ways back by the action, or by the kind of thing that it names first. */
const WAYS: ReadonlyMap<string, Way> = new Map([
  ['flag', flagWay],
  ['segment', segmentWay],
  ['version', releaseWay],
  ['maintenance', windowWay],
  ['maintenance.started', switchWay],
  ['maintenance.ended', switchWay],
  ['app', appWay],
]);

/** A step with the way that it goes. */
export interface Plan {
  readonly way: Way;
  readonly step: UndoStep;
}

/** null for a change that has no way back. */
export function planOf(recorded: Recorded): Plan | null {
  const way = wayOf(recorded);
  const step = way?.stepOf(recorded) ?? null;
  return way === undefined || step === null ? null : { way, step };
}

/** Says what to do about a change that has no plan. */
export function adviceOn(recorded: Recorded, slug: string): string {
  return wayOf(recorded)?.adviceOn(recorded, slug) ?? 'there is no way back from it.';
}

/** Reads what plans are about, once for each kind of thing. */
export async function readPresent(db: Database, app: App, plans: readonly Plan[]): Promise<(plan: Plan) => Fields | null> {
  const found = new Map<Way, (step: UndoStep) => Fields | null>();
  for (const way of new Set(plans.map((plan) => plan.way))) {
    const steps = plans.filter((plan) => plan.way === way).map(({ step }) => step);
    found.set(way, await way.readPresent(db, app, steps));
  }
  return ({ way, step }) => found.get(way)?.(step) ?? null;
}

function wayOf({ action }: Recorded): Way | undefined {
  return WAYS.get(action) ?? WAYS.get(action.split('.')[0] ?? '');
}
