import type { FeatureFlag } from '../../../models/apps/FeatureFlag.ts';
import type { FlagBody, FlagMap } from '../../schemas/apps/flags.ts';

/** A flag as operators see it. */
export function presentFlag(flag: FeatureFlag): FlagBody {
  return {
    id: flag.id,
    flagKey: flag.flagKey,
    isEnabled: flag.isEnabled,
    description: flag.description ?? null,
    config: readConfig(flag),
    createdAt: flag.createdAt.toISOString(),
    updatedAt: flag.updatedAt.toISOString(),
  };
}

/** The flags as clients see them: by key, without descriptions and ids. */
export function presentFlagMap(flags: readonly FeatureFlag[]): FlagMap {
  return Object.fromEntries(flags.map((flag) => [flag.flagKey, { enabled: flag.isEnabled, config: readConfig(flag) }]));
}

function readConfig(flag: FeatureFlag): Record<string, unknown> | null {
  return flag.config ? JSON.parse(flag.config) : null;
}
