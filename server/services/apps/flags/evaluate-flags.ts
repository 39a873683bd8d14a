import type { CompiledFlag } from '../../../domain/flags/compile.ts';
import { contextOf, type EvaluationContext } from '../../../domain/flags/context.ts';
import { type Evaluation, evaluate } from '../../../domain/flags/evaluate.ts';
import type { AppSnapshot } from '../app-snapshot.ts';

/** The attributes that a client may tell at its start. An empty text counts as absent. */
export interface StartAttributes {
  platform?: string;
  currentVersion?: string;
  installationId?: string;
  userId?: string;
  country?: string;
  language?: string;
  osVersion?: string;
}

/** A flag and the answer for one request. */
export interface EvaluatedFlag {
  readonly flag: CompiledFlag;
  readonly evaluation: Evaluation;
}

/** Evaluates all flags of an app, in the order of their keys. */
export function evaluateFlags({ flags, at }: Pick<AppSnapshot, 'flags' | 'at'>, context: EvaluationContext): EvaluatedFlag[] {
  const input = { context, at };
  const evaluated: EvaluatedFlag[] = [];
  for (const flag of flags.values()) evaluated.push({ flag, evaluation: evaluate(flags, flag, input) });
  return evaluated;
}

export function contextOfStart({ currentVersion, ...attributes }: StartAttributes): EvaluationContext {
  const told = Object.entries({ ...attributes, appVersion: currentVersion }).filter(([, value]) => value !== undefined && value !== '');
  return contextOf(Object.fromEntries(told));
}

/** Whether the request tells something about one person or device, so that no other may get the answer. */
export function isPersonal({ installationId, userId, country, language, osVersion }: StartAttributes): boolean {
  return [installationId, userId, country, language, osVersion].some((value) => value !== undefined && value !== '');
}
