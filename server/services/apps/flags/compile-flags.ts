import type { FeatureFlag } from '../../../../models/apps/FeatureFlag.ts';
import type { Segment } from '../../../../models/apps/Segment.ts';
import { type CompiledSegments, compileFlag, compileSegments } from '../../../domain/flags/compile.ts';
import type { CompiledFlags } from '../../../domain/flags/evaluate.ts';
import { conditionsOf, targetingOf } from './stored-targeting.ts';

/** The segments of an app, prepared for evaluation. A request evaluates those of one call once, whatever names them. */
export function compileStoredSegments(segments: readonly Segment[]): CompiledSegments {
  return compileSegments(segments.map((segment) => ({ key: segment.segmentKey, conditions: conditionsOf(segment) })));
}

/** The flags of an app in their order, prepared for evaluation. */
export function compileFlags(flags: readonly FeatureFlag[], segments: CompiledSegments): CompiledFlags {
  return new Map(
    flags.map((flag) => {
      const { flagKey: key, isEnabled, valueType, config } = flag;
      const source = { key, isEnabled, valueType, config: config ? JSON.parse(config) : null, targeting: targetingOf(flag) };
      return [key, compileFlag(source, segments)];
    }),
  );
}
