import type { CompiledFlag } from '../../../domain/flags/compile.ts';
import { contextOf, type EvaluationContext } from '../../../domain/flags/context.ts';
import { evaluate } from '../../../domain/flags/evaluate.ts';
import { type Evaluation, OFF } from '../../../domain/flags/outcomes.ts';
import { notFound } from '../../../platform/errors.ts';
import type { AppSnapshot } from '../app-snapshot.ts';

export { contextOf, type Evaluation };

/** The attributes that a client may send at its start. An empty text counts as absent. */
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

/** Evaluates all flags of an app. The answers are in the order of the flags. */
export function evaluateFlags({ flags, at }: Pick<AppSnapshot, 'flags' | 'at'>, context: EvaluationContext): Evaluation[] {
  const input = { context, at, parents: new Map<CompiledFlag, Evaluation>() };
  const evaluations: Evaluation[] = [];
  for (const flag of flags.values()) evaluations.push(evaluate(flags, flag, input));
  return evaluations;
}

/** The flags of an app with their answers. */
export function withFlags({ flags }: Pick<AppSnapshot, 'flags'>, evaluations: readonly Evaluation[]): EvaluatedFlag[] {
  return Array.from(flags.values(), (flag, index) => ({ flag, evaluation: evaluations[index] ?? OFF }));
}

/** Evaluates one flag. @throws ApiError 404 `flag_not_found` */
export function evaluateFlag({ flags, at }: Pick<AppSnapshot, 'flags' | 'at'>, key: string, context: EvaluationContext): EvaluatedFlag {
  const flag = flags.get(key);
  if (flag === undefined) throw notFound('flag');
  return { flag, evaluation: evaluate(flags, flag, { context, at }) };
}

/** A request with its attributes. Everything that is evaluated for it shares them, so that nothing is read from them twice. */
export class StartRequest {
  readonly attributes: StartAttributes;
  readonly isPersonal: boolean;
  #context: EvaluationContext | null = null;

  constructor(attributes: StartAttributes) {
    this.attributes = attributes;
    this.isPersonal = isPersonal(attributes);
  }

  /** Made when it is first needed: most answers are in memory already. */
  get context(): EvaluationContext {
    this.#context ??= contextOfStart(this.attributes);
    return this.#context;
  }
}

function contextOfStart(query: StartAttributes): EvaluationContext {
  const { platform, currentVersion, installationId, userId, country, language, osVersion } = query;
  return contextOf({
    platform: platform || null,
    appVersion: currentVersion || null,
    installationId: installationId || null,
    userId: userId || null,
    country: country || null,
    language: language || null,
    osVersion: osVersion || null,
  });
}

/** Whether the attributes say something about one person or device, so that no other may get the answer. */
export function isPersonal({ installationId, userId, country, language, osVersion }: StartAttributes): boolean {
  return [installationId, userId, country, language, osVersion].some((value) => value !== undefined && value !== '');
}
