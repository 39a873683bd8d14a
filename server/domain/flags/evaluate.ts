import type { CompiledFlag, CompiledRule } from './compile.ts';
import { type EvaluationContext, TARGETING_KEY } from './context.ts';
import { percentIn } from './murmur3.ts';
import { type Evaluation, OFF } from './outcomes.ts';
import { drawFrom } from './serving.ts';
import type { Requirement } from './targeting.ts';
import type { Trace } from './trace.ts';

/** The flags of one app by key. */
export type CompiledFlags = ReadonlyMap<string, CompiledFlag>;

/** A request and the time at which it is answered, in milliseconds since 1970. */
export interface EvaluationInput {
  readonly context: EvaluationContext;
  readonly at: number;
  /** The answers of flags that others require, each found once. A request for several flags brings an empty one. */
  readonly parents?: Map<CompiledFlag, Evaluation>;
}

/** Evaluates a flag in the order of docs/reference/flags.md, and notes in `trace` what decided. Never throws. */
export function evaluate(flags: CompiledFlags, flag: CompiledFlag, input: EvaluationInput, trace?: Trace): Evaluation {
  if (flag.requires.length > 0 && isLive(flag, input.at) && !flag.requires.every((requirement) => isMet(flags, requirement, input))) {
    trace?.end('requires');
    return OFF;
  }
  return evaluateAlone(flag, input, trace);
}

/** Whether the flag is switched on and has started. */
function isLive({ isEnabled, startAt, stopAt }: CompiledFlag, at: number): boolean {
  return isEnabled && at >= startAt && at < stopAt;
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

function evaluateAlone(flag: CompiledFlag, { context, at }: EvaluationInput, trace?: Trace): Evaluation {
  if (!isLive(flag, at)) {
    trace?.end(flag.isEnabled ? 'schedule' : 'off');
    return OFF;
  }
  for (const rule of flag.rules) {
    trace?.look(rule);
    if (!rule.fits(context)) continue;
    const percentage = percentageAt(rule, at);
    const value = context.hashedOf(rule.stickiness);
    if (percentage >= 100) {
      trace?.end('rule');
      return drawFrom(rule.serving, value).whole;
    }
    trace?.draw(rule, context);
    if (value !== null && percentage > 0 && percentIn(rule.salt, value) <= percentage) {
      trace?.end('percentage');
      return drawFrom(rule.serving, value).partly;
    }
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
