import { idsIn, testersWithout, withoutIds } from '../../../domain/flags/named-people.ts';
import type { Apps } from '../apps-service.ts';
import type { Plan } from './undo-plan.ts';
import type { Fields } from './undo-step.ts';

/** The audit log keeps the ids of people whose accounts are erased; no undo may bring them back into segments, rules or testers. */

const NAMING = ['conditions', 'targeting', 'testers'] as const;

/** Takes the erased people from fields. */
export type Forget = <T extends Fields | null>(fields: T) => T | Fields;

/** Finds the erased people among those whom the steps of some changes name. */
export async function forgetErased({ erasedUsers }: Apps, plans: readonly Plan[]): Promise<Forget> {
  const named = plans.flatMap(({ step }) => [step.left, step.back]).flatMap((fields) => NAMING.flatMap((name) => idsIn(fields?.[name])));
  const erased = await erasedUsers([...new Set(named)]);
  if (erased.size === 0) return (fields) => fields;
  return (fields) => fields && { ...fields, ...forgotten(fields, erased) };
}

/** The plan with the erased people taken from its step. */
export function withForgotten(plan: Plan, forget: Forget): Plan {
  const { step } = plan;
  return { ...plan, step: { ...step, left: forget(step.left), back: forget(step.back) } };
}

function forgotten(fields: Fields, erased: ReadonlySet<string>): Fields {
  const known = NAMING.filter((name) => name in fields);
  return Object.fromEntries(
    known.map((name) => [name, name === 'testers' ? testersWithout(fields[name], erased) : withoutIds(fields[name], erased)]),
  );
}
