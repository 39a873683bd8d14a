import type { CompiledRule } from './compile.ts';
import type { EvaluationContext } from './context.ts';
import { percentIn } from './murmur3.ts';

export const STEPS = ['off', 'schedule', 'requires', 'rule', 'percentage', 'default'] as const;
/** The step of an evaluation that decided (docs/reference/flags.md). */
export type DecidingStep = (typeof STEPS)[number];

/** Notes how one evaluation went. Most evaluations have none. */
export class Trace {
  #step: DecidingStep = 'default';
  #tried: CompiledRule | null = null;
  /** The last rule that fitted but left the request out by its percentage. */
  #missed: CompiledRule | null = null;
  #bucket: number | null = null;
  #isDecided = false;

  end(step: DecidingStep): void {
    this.#step = step;
    this.#isDecided = true;
  }

  /** Notes that a rule is looked at. */
  look(rule: CompiledRule): void {
    this.#tried = rule;
  }

  /** Notes the draw of a rule that fits. */
  draw(rule: CompiledRule, context: EvaluationContext): void {
    const value = context.hashedOf(rule.stickiness);
    this.#missed = rule;
    this.#bucket = value === null ? null : percentIn(rule.salt, value);
  }

  get step(): DecidingStep {
    return !this.#isDecided && this.#missed !== null ? 'percentage' : this.#step;
  }

  /** The rule that served, else the last one whose percentage left the request out; null when neither was. */
  get rule(): CompiledRule | null {
    if (this.#step === 'rule' || this.#step === 'percentage') return this.#tried;
    return this.#missed;
  }

  /** That rule, else the last one that was tried. */
  get shown(): CompiledRule | null {
    return this.rule ?? this.#tried;
  }

  /** The percent that the request falls into, 1 to 100, for that rule. */
  get bucket(): number | null {
    return this.step === 'percentage' ? this.#bucket : null;
  }
}
