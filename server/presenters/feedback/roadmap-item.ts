import type { RoadmapItem } from '../../../models/feedback/RoadmapItem.ts';
import type { PlainRow } from '../../platform/db/records/page.ts';
import type { RoadmapBody } from '../../schemas/feedback/roadmap.ts';

export function presentRoadmapItem(item: PlainRow<RoadmapItem>): RoadmapBody {
  return {
    id: item.id,
    title: item.title,
    description: item.description,
    status: item.status,
    category: item.category,
    targetDate: item.targetDate,
    position: item.position,
    postId: item.postId,
    projectId: item.projectId,
    createdBy: item.createdBy,
    createdAt: item.createdAt.toISOString(),
    updatedAt: item.updatedAt.toISOString(),
  };
}
