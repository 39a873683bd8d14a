import type { Segment } from '../../../models/apps/Segment.ts';
import type { SegmentBody } from '../../schemas/apps/segments.ts';

export function presentSegment(segment: Segment): SegmentBody {
  return {
    id: segment.id,
    key: segment.segmentKey,
    name: segment.name ?? null,
    conditions: JSON.parse(segment.conditions),
    createdAt: segment.createdAt.toISOString(),
    updatedAt: segment.updatedAt.toISOString(),
  };
}
