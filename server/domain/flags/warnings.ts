import type { CompiledFlag, CompiledRule } from './compile.ts';
import { TARGETING_KEY } from './context.ts';
import { type CompiledFlags, percentageAt } from './evaluate.ts';

/** Remarks on a flag that can be stored but may not do what its author wants, at a time in milliseconds since 1970. */
export function warningsOf(flags: CompiledFlags, flag: CompiledFlag, at: number): string[] {
  return [...offWarnings(flags, flag, at), ...ruleWarnings(flag, at)];
}

function offWarnings(
  flags: CompiledFlags,
  { key, isEnabled, startAt, stopAt, requires, rules, otherwise }: CompiledFlag,
  at: number,
): string[] {
  if (!isEnabled) return [`The flag ${key} is off, so nobody gets it.`];
  const parents = requires.filter(({ flag, on = true }) => on && flags.get(flag)?.isEnabled !== true);
  return [
    ...(at < startAt ? [`The flag ${key} is off until ${new Date(startAt).toISOString()}.`] : []),
    ...(at >= stopAt ? [`The flag ${key} has been off since ${new Date(stopAt).toISOString()}.`] : []),
    ...parents.map(({ flag }) => `The flag ${key} requires ${flag}, which is off, so nobody gets it.`),
    ...(rules.length === 0 && otherwise === null ? [`The flag ${key} has neither rules nor otherwise, so nobody gets it.`] : []),
  ];
}

function ruleWarnings({ rules, otherwise }: CompiledFlag, at: number): string[] {
  const found: string[] = [];
  let everybody: string | null = null;
  for (const rule of rules) {
    if (everybody !== null) found.push(`The rule ${rule.id} can never match: the earlier rule ${everybody} takes everybody.`);
    else if (highest(rule, at) === 0) found.push(`The rule ${rule.id} can never match: it includes 0 %.`);
    else if (isPartial(rule, at)) found.push(needs(rule));
    if (everybody === null && rule.parts.every(({ isEmpty }) => isEmpty) && lowest(rule, at) >= 100) everybody = rule.id;
  }
  if (everybody !== null && otherwise !== null) found.push(`otherwise is never served: the rule ${everybody} takes everybody.`);
  return found;
}

function needs({ id, stickiness }: CompiledRule): string {
  const attribute = stickiness === TARGETING_KEY ? 'installationId' : stickiness;
  return `The rule ${id} has a percentage, which needs ${attribute}: requests without it are not included.`;
}

function isPartial(rule: CompiledRule, at: number): boolean {
  const percentage = percentageAt(rule, at);
  return percentage > 0 && percentage < 100;
}

function percentagesFrom(rule: CompiledRule, at: number): number[] {
  return [percentageAt(rule, at), ...rule.ramp.filter((step) => step.at > at).map(({ percentage }) => percentage)];
}

function highest(rule: CompiledRule, at: number): number {
  return Math.max(...percentagesFrom(rule, at));
}

function lowest(rule: CompiledRule, at: number): number {
  return Math.min(...percentagesFrom(rule, at));
}
