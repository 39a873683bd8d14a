import type { CompiledFlag, CompiledRule, Serving } from './compile.ts';
import { type EvaluationContext, stickinessOf, TARGETING_KEY } from './context.ts';
import { percentOf, weightOf } from './murmur3.ts';
import type { Requirement, Variant } from './targeting.ts';

export type Reason = 'STATIC' | 'TARGETING_MATCH' | 'SPLIT';

/** The answer for one flag and one request. */
export interface Evaluation {
  readonly isOn: boolean;
  /** null when no variant was drawn. */
  readonly variant: Variant | null;
  readonly reason: Reason;
}

/** The flags of one app by key. */
export type CompiledFlags = ReadonlyMap<string, CompiledFlag>;

/** A request and the time at which it is answered, in milliseconds since 1970. */
export interface EvaluationInput {
  readonly context: EvaluationContext;
  readonly at: number;
}

const OFF: Evaluation = { isOn: false, variant: null, reason: 'STATIC' };
const ON: Readonly<Record<Reason, Evaluation>> = {
  STATIC: { isOn: true, variant: null, reason: 'STATIC' },
  TARGETING_MATCH: { isOn: true, variant: null, reason: 'TARGETING_MATCH' },
  SPLIT: { isOn: true, variant: null, reason: 'SPLIT' },
};

/** Evaluates a flag in the order of docs/reference/flags.md. Never throws. */
export function evaluate(flags: CompiledFlags, flag: CompiledFlag, input: EvaluationInput): Evaluation {
  if (flag.requires.length > 0 && !flag.requires.every((requirement) => isMet(flags, requirement, input))) return OFF;
  return evaluateAlone(flag, input);
}

/** A requirement is one level deep: a flag that has requirements itself meets none. */
function isMet(flags: CompiledFlags, { flag: key, on = true, variants }: Requirement, input: EvaluationInput): boolean {
  const parent = flags.get(key);
  if (parent === undefined || parent.requires.length > 0) return false;
  const { isOn, variant } = evaluateAlone(parent, input);
  if (isOn !== on) return false;
  return variants === undefined || variants.length === 0 || (variant !== null && variants.includes(variant.key));
}

function evaluateAlone(flag: CompiledFlag, { context, at }: EvaluationInput): Evaluation {
  if (!flag.isEnabled || at < flag.startAt || at >= flag.stopAt) return OFF;
  for (const rule of flag.rules) {
    if (!rule.fits(context)) continue;
    const percentage = percentageAt(rule, at);
    const sticky = stickinessOf(context, rule.stickiness);
    if (percentage < 100 && (sticky === null || percentage < 1 || percentOf(rule.salt, sticky) > percentage)) continue;
    const isSplit = percentage < 100 || rule.serving.draw.length > 1;
    return serve(flag, drawFrom(rule.serving, rule.salt, sticky), isSplit ? 'SPLIT' : 'TARGETING_MATCH');
  }
  if (flag.otherwise === null) return OFF;
  return serve(flag, drawFrom(flag.otherwise, flag.key, stickinessOf(context, TARGETING_KEY)), 'STATIC');
}

/** The percentage of a rule at a time: that of the last step which has come. */
function percentageAt({ ramp }: CompiledRule, at: number): number {
  let percentage = 100;
  for (const step of ramp) if (step.at <= at) percentage = step.percentage;
  return percentage;
}

/** Without a value to draw by, the first variant. */
function drawFrom({ draw, total }: Serving, salt: string, sticky: string | null): Variant | null {
  const [first] = draw;
  if (first === undefined) return null;
  if (sticky === null || draw.length === 1) return first.variant;
  const weight = weightOf(salt, sticky, total);
  return (draw.find(({ upTo }) => upTo >= weight) ?? first).variant;
}

function serve({ valueType }: CompiledFlag, variant: Variant | null, reason: Reason): Evaluation {
  if (variant === null) return ON[reason];
  return { isOn: valueType !== 'boolean' || variant.value === true, variant, reason };
}

/** The next time after `at` at which a flag may change by itself; null when there is none. */
export function nextBoundaryAt(flags: Iterable<CompiledFlag>, at: number): number | null {
  let next = Infinity;
  for (const { startAt, stopAt, rules } of flags) {
    const steps = rules.flatMap(({ ramp }) => ramp.map((step) => step.at));
    for (const boundary of [startAt, stopAt, ...steps]) if (boundary > at && boundary < next) next = boundary;
  }
  return next === Infinity ? null : next;
}
