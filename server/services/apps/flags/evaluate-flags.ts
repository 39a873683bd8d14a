import type { CompiledFlag } from '../../../domain/flags/compile.ts';
import { contextOf, type EvaluationContext } from '../../../domain/flags/context.ts';
import { evaluate } from '../../../domain/flags/evaluate.ts';
import { type Evaluation, OFF } from '../../../domain/flags/outcomes.ts';
import { notFound } from '../../../platform/errors.ts';
import type { AppSnapshot } from '../app-snapshot.ts';

export type { Evaluation };

/** The part of an app that answers to its phones depend on. */
export type AskedApp = Pick<AppSnapshot['app'], 'platform'>;

/** The context of a request. Without a platform it has that of the app, if the app has only one, as in the update check. */
export function contextFor({ platform: own }: AskedApp, attributes: Readonly<Record<string, unknown>>): EvaluationContext {
  const isTold = (attributes['platform'] ?? '') !== '';
  return contextOf(isTold || own === 'both' ? attributes : { ...attributes, platform: own });
}

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
  readonly #app: AskedApp;
  #context: EvaluationContext | null = null;

  constructor(app: AskedApp, attributes: StartAttributes) {
    this.#app = app;
    this.attributes = attributes;
    this.isPersonal = isPersonal(attributes);
  }

  /** Made when it is first needed: most answers are in memory already. */
  get context(): EvaluationContext {
    this.#context ??= contextOfStart(this.#app, this.attributes);
    return this.#context;
  }
}

function contextOfStart(app: AskedApp, query: StartAttributes): EvaluationContext {
  const { platform, currentVersion, installationId, userId, country, language, osVersion } = query;
  return contextFor(app, {
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
