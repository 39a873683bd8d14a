import type { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import type { CompiledFlag } from '../../domain/flags/compile.ts';
import { type EvaluationContext, NO_CONTEXT } from '../../domain/flags/context.ts';
import { type CompiledFlags, type EvaluationInput, evaluate } from '../../domain/flags/evaluate.ts';
import type { FlagBody, FlagMap } from '../../schemas/apps/flags.ts';
import type { AppSnapshot } from '../../services/apps/app-snapshot.ts';

/** A flag as operators see it. */
export function presentFlag(flag: FeatureFlag): FlagBody {
  return {
    id: flag.id,
    flagKey: flag.flagKey,
    isEnabled: flag.isEnabled,
    description: flag.description ?? null,
    config: readConfig(flag),
    valueType: flag.valueType,
    targeting: flag.targeting ? JSON.parse(flag.targeting) : null,
    kind: flag.kind,
    createdAt: flag.createdAt.toISOString(),
    updatedAt: flag.updatedAt.toISOString(),
  };
}

/** The flags as clients see them: by key, without descriptions and ids, evaluated for a request. */
export function presentFlagMap({ flags, at }: Pick<AppSnapshot, 'flags' | 'at'>, context: EvaluationContext = NO_CONTEXT): FlagMap {
  const input = { context, at };
  return Object.fromEntries([...flags.values()].map((flag) => [flag.key, presentEvaluated(flags, flag, input)]));
}

function presentEvaluated(flags: CompiledFlags, flag: CompiledFlag, input: EvaluationInput): FlagMap[string] {
  const { isTargeted, isEnabled, valueType, config } = flag;
  if (!isTargeted) return { enabled: isEnabled, config };
  const { isOn, variant } = evaluate(flags, flag, input);
  return { enabled: isOn, config: valueType === 'object' && variant !== null ? objectOf(variant.value) : config };
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

function readConfig(flag: FeatureFlag): Record<string, unknown> | null {
  return flag.config ? JSON.parse(flag.config) : null;
}
