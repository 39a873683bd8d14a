import type { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import type { AgedFlagBody, ExplainedBody, FlagBody, FlagMap } from '../../schemas/apps/flags.ts';
import type { EvaluatedFlag } from '../../services/apps/flags/evaluate-flags.ts';
import type { ExplainedFlag } from '../../services/apps/flags/explain-flags.ts';
import type { AgedFlag } from '../../services/apps/flags/stale-flags.ts';

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

/** A flag with its staleness. */
export function presentAgedFlag({ flag, staleness }: AgedFlag): AgedFlagBody {
  return { ...presentFlag(flag), staleSince: staleness?.since.toISOString() ?? null, reason: staleness?.reason ?? null };
}

/** An explained answer, in the order of the fields in the API reference. */
export function presentExplained({ key, evaluation, ...trace }: ExplainedFlag): ExplainedBody['flags'][number] {
  const { isOn, variant, reason } = evaluation;
  const { step, ruleId, bucket, conditions } = trace;
  return { key, enabled: isOn, variant: variant?.key ?? null, reason, step, ruleId, bucket, conditions: [...conditions] };
}

/** The flags as clients see them: by key, without descriptions and ids. */
export function presentFlagMap(evaluated: readonly EvaluatedFlag[]): FlagMap {
  return Object.fromEntries(evaluated.map((one) => [one.flag.key, presentEvaluated(one)]));
}

/** A flag as a client sees it. The config is the object that is served, else that of the flag. */
function presentEvaluated({ flag, evaluation }: EvaluatedFlag): FlagMap[string] {
  const { isOn, variant } = evaluation;
  const config = flag.valueType === 'object' && variant !== null ? objectOf(variant.value) : flag.config;
  return { enabled: isOn, config };
}

function objectOf(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null ? { ...value } : null;
}

function readConfig(flag: FeatureFlag): Record<string, unknown> | null {
  return flag.config ? JSON.parse(flag.config) : null;
}
