import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { CompiledFlag } from '../../../domain/flags/compile.ts';
import { compileEach } from '../../../domain/flags/conditions/conditions.ts';
import { type CompiledFlags, type EvaluationInput, evaluate } from '../../../domain/flags/evaluate.ts';
import type { Evaluation } from '../../../domain/flags/outcomes.ts';
import type { Condition, Scalar } from '../../../domain/flags/targeting.ts';
import { type DecidingStep, Trace } from '../../../domain/flags/trace.ts';
import type { Database } from '../../../platform/db/database.ts';
import { inSnapshot } from '../../../platform/db/transactions/transaction.ts';
import { findApp } from '../apps.ts';
import { compileFlags, compileStoredSegments } from './compile-flags.ts';
import { contextFor } from './evaluate-flags.ts';
import { type FlagState, readFlagState } from './flag-state.ts';
import { conditionsOf, targetingOf } from './stored-targeting.ts';

/** A condition of a rule, and what the request has for it. */
export interface JudgedCondition extends Required<Pick<Condition, 'attribute' | 'operator' | 'values' | 'not'>> {
  readonly actual: Scalar | null;
  readonly matched: boolean;
}

/** The answer of a flag, and what decided it. */
export interface ExplainedFlag {
  readonly key: string;
  readonly evaluation: Evaluation;
  readonly step: DecidingStep;
  readonly ruleId: string | null;
  readonly bucket: number | null;
  /** Those of the deciding rule, else of the last one tried, with the conditions of its segments. */
  readonly conditions: readonly JudgedCondition[];
}

/** A request whose answers are to be explained. */
export interface Question {
  readonly context: Readonly<Record<string, unknown>>;
  readonly at: Date;
}

/** Evaluates all flags of an app as for phones, and tells why. @throws ApiError 404 `app_not_found` */
export async function explainFlags(db: Database, slug: string, { context, at }: Question): Promise<ExplainedFlag[]> {
  const { app, state } = await inSnapshot(db, async () => {
    const found = await findApp(db, slug);
    return { app: found, state: await readFlagState(db, found) };
  });
  const flags = compileFlags([...state.flags.values()], compileStoredSegments([...state.segments.values()]));
  const input = { context: contextFor(app, context), at: at.getTime(), parents: new Map<CompiledFlag, Evaluation>() };
  return [...flags.values()].map((flag) => explain({ flags, state }, flag, input));
}

interface CompiledState {
  readonly flags: CompiledFlags;
  readonly state: FlagState;
}

function explain({ flags, state }: CompiledState, flag: CompiledFlag, input: EvaluationInput): ExplainedFlag {
  const trace = new Trace();
  const evaluation = evaluate(flags, flag, input, trace);
  const { step, rule, shown, bucket } = trace;
  const row = state.flags.get(flag.key);
  const conditions = row === undefined || shown === null ? [] : conditionsOfRule(state, row, flag.rules.indexOf(shown));
  return {
    key: flag.key,
    evaluation,
    step,
    ruleId: rule?.id ?? null,
    bucket,
    conditions: conditions.map((condition) => judge(condition, input)),
  };
}

/** The conditions of a rule as they are stored: the compiled ones no longer have their values. */
function conditionsOfRule({ segments }: FlagState, flag: FeatureFlag, index: number): Condition[] {
  const rule = targetingOf(flag)?.rules[index];
  if (rule === undefined) return [];
  const named = (rule.segments ?? []).flatMap((key) => segments.get(key) ?? []);
  return [...(rule.when ?? []), ...named.flatMap(conditionsOf)];
}

function judge(condition: Condition, { context }: EvaluationInput): JudgedCondition {
  const { attribute, operator, values, not = false } = condition;
  const matched = compileEach([condition]).every(({ test }) => test(context));
  return { attribute, operator, values, not, actual: context.get(attribute) ?? null, matched };
}
