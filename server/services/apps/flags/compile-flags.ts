import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { Segment } from '../../../../models/apps/Segment.ts';
import { compileFlag, compileSegments } from '../../../domain/flags/compile.ts';
import type { CompiledFlags } from '../../../domain/flags/evaluate.ts';
import { targetingOf } from './flag-checks.ts';

/** The flags of an app in their order, prepared for evaluation. */
export function compileFlags(flags: readonly FeatureFlag[], segments: readonly Segment[]): CompiledFlags {
  const tests = compileSegments(segments.map(({ segmentKey: key, conditions }) => ({ key, conditions: JSON.parse(conditions) })));
  return new Map(
    flags.map((flag) => {
      const { flagKey: key, isEnabled, valueType, config } = flag;
      const source = { key, isEnabled, valueType, config: config ? JSON.parse(config) : null, targeting: targetingOf(flag) };
      return [key, compileFlag(source, tests)];
    }),
  );
}
