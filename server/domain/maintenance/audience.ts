import { type AudienceQuestion, anyOf, type Chance } from '../audience/tally.ts';
import type { ConditionList } from '../flags/conditions/conditions.ts';
import { type EvaluationContext, INSTALLATION, TARGETING_KEY } from '../flags/context.ts';
import { type CompiledWindow, stateAt } from './window.ts';

/** The windows of an app before and after a change. */
export interface MaintenanceChange {
  readonly before: readonly CompiledWindow[];
  readonly after: readonly CompiledWindow[];
  /** The id of the window that the change adds; null when it only ends or deletes some. */
  readonly added: number | null;
  /** The id of a window that the change edits. */
  readonly edited?: number | null;
  /** A time at which the window that it is about is active, in milliseconds since 1970. */
  readonly at: number;
}

const NONE: Chance = { may: false, must: false };

/** Asks who is under the added window, who comes under maintenance by the change, and who no longer is. */
export function maintenanceQuestion({ before, after, added, edited = null, at }: MaintenanceChange): AudienceQuestion {
  const activeIn = (windows: readonly CompiledWindow[]): CompiledWindow[] => windows.filter((window) => stateAt(window, at) === 'active');
  const [were, are] = [activeIn(before), activeIn(after)];
  // an edited window may reach other people than it did
  const others = (windows: readonly CompiledWindow[]): CompiledWindow[] => windows.filter(({ id }) => id !== edited);
  const [gone, come] = [without(were, others(are)), without(are, others(were))];
  const subject = are.find(({ id }) => id === (added ?? edited));
  return {
    needed: new Set([...gone, ...come].flatMap(attributesOf)),
    judge(context) {
      const [was, is] = [underAny(were, context), underAny(are, context)];
      return {
        matched: subject === undefined ? NONE : under(subject, context),
        gains: butNot(underAny(come, context), was),
        loses: butNot(underAny(gone, context), is),
      };
    },
  };
}

function without(windows: readonly CompiledWindow[], others: readonly CompiledWindow[]): CompiledWindow[] {
  return windows.filter(({ id }) => others.every((other) => other.id !== id));
}

function underAny(windows: readonly CompiledWindow[], context: EvaluationContext): Chance {
  return anyOf(windows.map((window) => under(window, context)));
}

/** Whether a phone that tells all about itself is under a window: it fits and is no tester's. */
function under({ scope, testers }: CompiledWindow, context: EvaluationContext): Chance {
  const fits = fitting(scope, context);
  return butNot(fits, anyOf(testers.map((conditions) => fitting(conditions, context))));
}

function fitting(conditions: ConditionList, context: EvaluationContext): Chance {
  const may = conditions.mayFit(context);
  return { may, must: may && conditions.isKnown(context) };
}

function butNot(chance: Chance, exception: Chance): Chance {
  return { may: chance.may && !exception.must, must: chance.must && !exception.may };
}

function attributesOf({ scope, testers }: CompiledWindow): string[] {
  const names = [scope, ...testers].flatMap(({ attributes }) => attributes);
  return names.map((name) => (name === TARGETING_KEY ? INSTALLATION : name));
}
