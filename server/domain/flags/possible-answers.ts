import type { CompiledFlag, CompiledRule } from './compile.ts';
import { TARGETING_KEY } from './context.ts';
import { type CompiledFlags, type EvaluationInput, meets, percentageAt } from './evaluate.ts';
import { type HashedEnd, percentIn } from './murmur3.ts';
import { type Evaluation, OFF } from './outcomes.ts';
import { drawFrom, type Serving } from './serving.ts';

/** The answers that a request may get. */
export interface PossibleAnswers {
  readonly mayBeOn: boolean;
  readonly mayBeOff: boolean;
}

export interface PartialRequest extends Pick<EvaluationInput, 'context' | 'at'> {
  /** The answers of flags that others require, as for `evaluate`. */
  readonly parents?: Map<CompiledFlag, readonly Evaluation[]>;
}

/** Evaluates a flag for a request of which only some attributes are known: an attribute that the context lacks may have any value. */
export function possibleAnswersOf(flags: CompiledFlags, flag: CompiledFlag, input: PartialRequest): PossibleAnswers {
  const requirements = flag.requires.map((requirement) => {
    const parent = flags.get(requirement.flag);
    const answers = parent === undefined || parent.requires.length > 0 ? [] : answersOfParent(parent, input);
    const met = answers.filter((answer) => meets(requirement, answer)).length;
    return { mayBeMet: met > 0, mayBeMissed: met < answers.length || answers.length === 0 };
  });
  if (requirements.some(({ mayBeMet }) => !mayBeMet)) return { mayBeOn: false, mayBeOff: true };
  const own = answersAlone(flag, input);
  return {
    mayBeOn: own.some(({ isOn }) => isOn),
    mayBeOff: own.some(({ isOn }) => !isOn) || requirements.some(({ mayBeMissed }) => mayBeMissed),
  };
}

function answersOfParent(parent: CompiledFlag, input: PartialRequest): readonly Evaluation[] {
  const answers = input.parents?.get(parent) ?? answersAlone(parent, input);
  input.parents?.set(parent, answers);
  return answers;
}

/** Every answer that the rules of a flag may give, in the order of `evaluate`. */
function answersAlone(flag: CompiledFlag, { context, at }: PartialRequest): Evaluation[] {
  if (!flag.isEnabled || at < flag.startAt || at >= flag.stopAt) return [OFF];
  const answers: Evaluation[] = [];
  for (const rule of flag.rules) {
    const hit = hitOf(rule, { context, at });
    if (hit === 'never') continue;
    answers.push(...served(rule.serving, context.hashedOf(rule.stickiness)));
    if (hit === 'always') return answers;
  }
  return [...answers, ...(flag.otherwise === null ? [OFF] : served(flag.otherwise, context.hashedOf(TARGETING_KEY)))];
}

type Hit = 'always' | 'maybe' | 'never';

function hitOf(rule: CompiledRule, { context, at }: PartialRequest): Hit {
  const percentage = percentageAt(rule, at);
  const value = context.hashedOf(rule.stickiness);
  if (percentage < 1 || !rule.parts.every(({ mayFit }) => mayFit(context))) return 'never';
  if (percentage < 100 && value !== null && percentIn(rule.salt, value) > percentage) return 'never';
  const isCertain = rule.parts.every(({ isKnown }) => isKnown(context)) && (value !== null || percentage >= 100);
  return isCertain ? 'always' : 'maybe';
}

/** Without the value that decides a draw, each variant may be served. */
function served(serving: Serving, value: HashedEnd | null): Evaluation[] {
  const drawn = value === null && serving.draw.length > 0 ? serving.draw : [drawFrom(serving, value)];
  return drawn.map(({ whole }) => whole);
}

/** The attributes that decide the answer of a flag at a time, without those that follow a rule for everybody. */
export function attributesOf(flags: CompiledFlags, flag: CompiledFlag, at: number): Set<string> {
  const parents = flag.requires.map(({ flag: key }) => flags.get(key)).filter((parent) => parent !== undefined);
  return new Set([flag, ...parents].flatMap((one) => attributesAlone(one, at)));
}

function attributesAlone(flag: CompiledFlag, at: number): string[] {
  if (!flag.isEnabled || at < flag.startAt || at >= flag.stopAt) return [];
  const found: string[] = [];
  for (const rule of flag.rules) {
    const percentage = percentageAt(rule, at);
    if (percentage < 1) continue;
    found.push(...rule.parts.flatMap(({ attributes }) => attributes));
    if (percentage < 100 || rule.serving.draw.length > 0) found.push(rule.stickiness);
    if (percentage >= 100 && rule.parts.every(({ isEmpty }) => isEmpty)) return found;
  }
  return flag.otherwise !== null && flag.otherwise.draw.length > 0 ? [...found, TARGETING_KEY] : found;
}
