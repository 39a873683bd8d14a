import type { CompiledFlag, CompiledRule } from './compile.ts';
import { type EvaluationContext, TARGETING_KEY } from './context.ts';
import { percentIn } from './murmur3.ts';
import { type Evaluation, OFF } from './outcomes.ts';
import { drawFrom } from './serving.ts';
import type { Requirement } from './targeting.ts';

/** The flags of one app by key. */
export type CompiledFlags = ReadonlyMap<string, CompiledFlag>;

/** A request and the time at which it is answered, in milliseconds since 1970. */
export interface EvaluationInput {
  readonly context: EvaluationContext;
  readonly at: number;
  /** The answers of flags that others require, each found once. A request for several flags brings an empty one. */
  readonly parents?: Map<CompiledFlag, Evaluation>;
}

/** Evaluates a flag in the order of docs/reference/flags.md. Never throws. */
export function evaluate(flags: CompiledFlags, flag: CompiledFlag, input: EvaluationInput): Evaluation {
  if (flag.requires.length > 0 && !flag.requires.every((requirement) => isMet(flags, requirement, input))) return OFF;
  return evaluateAlone(flag, input);
}

/** A requirement is one level deep: a flag that has requirements itself meets none. */
function isMet(flags: CompiledFlags, requirement: Requirement, input: EvaluationInput): boolean {
  const parent = flags.get(requirement.flag);
  return parent !== undefined && parent.requires.length === 0 && meets(requirement, evaluateParent(parent, input));
}

function evaluateParent(parent: CompiledFlag, input: EvaluationInput): Evaluation {
  const answer = input.parents?.get(parent) ?? evaluateAlone(parent, input);
  input.parents?.set(parent, answer);
  return answer;
}

export function meets({ on = true, variants }: Requirement, { isOn, variant }: Evaluation): boolean {
  if (isOn !== on) return false;
  return variants === undefined || variants.length === 0 || (variant !== null && variants.includes(variant.key));
}

function evaluateAlone(flag: CompiledFlag, { context, at }: EvaluationInput): Evaluation {
  if (!flag.isEnabled || at < flag.startAt || at >= flag.stopAt) return OFF;
  for (const rule of flag.rules) {
    if (!rule.fits(context)) continue;
    const percentage = percentageAt(rule, at);
    const value = context.hashedOf(rule.stickiness);
    if (percentage >= 100) return drawFrom(rule.serving, value).whole;
    if (value !== null && percentage > 0 && percentIn(rule.salt, value) <= percentage) return drawFrom(rule.serving, value).partly;
  }
  return flag.otherwise === null ? OFF : drawFrom(flag.otherwise, context.hashedOf(TARGETING_KEY)).whole;
}

/** The percentage of a rule at a time: that of the last step which has come. */
export function percentageAt({ percentage, ramp }: CompiledRule, at: number): number {
  // most rules have no steps, and the search would cost a tenth of an evaluation
  return ramp.length === 0 ? percentage : (ramp.findLast((step) => step.at <= at)?.percentage ?? percentage);
}

/** The times at which flags may change by themselves. */
export function flagBoundaries(flags: Iterable<CompiledFlag>): number[] {
  return [...flags].flatMap(({ startAt, stopAt, rules }) => [startAt, stopAt, ...rules.flatMap(({ ramp }) => ramp.map(({ at }) => at))]);
}
