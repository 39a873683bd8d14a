import { usageError } from '../../../errors/errors.ts';
import type { Rule, Targeting } from '../fields.ts';
import { EVERYBODY } from './everybody.ts';
import type { FlagStep } from './flag-steps.ts';

/** The changes of one rule; absent fields stay. */
export interface Rollout {
  readonly percent?: number;
  readonly steps?: readonly FlagStep[];
  /** The id of the rule; needed only when there are several. */
  readonly rule?: string;
  readonly stickiness?: string;
}

/**
 * The targeting with another percentage for one rule. A new percentage or new steps replace the steps of that rule. A flag without rules
 * gets one for everybody.
 * @throws CliError exit 2 without `rule` when there are several rules, and for an unknown one
 */
export function rollOut(targeting: Targeting | null, { percent, steps, rule: id, stickiness }: Rollout): Targeting {
  const { steps: earlier = [], ...base } = withRule(targeting, { id, percent: steps === undefined ? undefined : 0 });
  const rule = ruleOf(base, id);
  const changed = {
    ...rule,
    ...(percent === undefined ? {} : { percentage: percent }),
    ...(stickiness === undefined ? {} : { stickiness }),
  };
  const isReplaced = percent !== undefined || steps !== undefined;
  const kept = isReplaced ? earlier.filter((step) => step.rule !== rule.id) : earlier;
  const all = [...kept, ...(steps ?? []).map((step) => ({ ...step, rule: rule.id }))];
  return { ...base, rules: base.rules.map((one) => (one === rule ? changed : one)), ...(all.length === 0 ? {} : { steps: all }) };
}

/** The targeting, with a rule for everybody if it has none. */
function withRule(
  targeting: Targeting | null,
  { id = 'everybody', percent }: { id: string | undefined; percent: number | undefined },
): Targeting {
  const base = targeting ?? EVERYBODY;
  if (targeting !== null && targeting.rules.length > 0) return base;
  return { ...base, rules: [percent === undefined ? { id } : { id, percentage: percent }] };
}

function ruleOf({ rules }: Targeting, id: string | undefined): Rule {
  const ids = rules.map((rule) => rule.id).join(', ');
  const [only, second] = rules;
  if (id === undefined && second !== undefined) throw usageError(`The flag has ${rules.length} rules.`, `give --rule with one of ${ids}`);
  const found = id === undefined ? only : rules.find((rule) => rule.id === id);
  if (found === undefined) throw usageError(`The flag has no rule "${id}".`, `give one of ${ids}`);
  return found;
}
