import type { ChangelogBody } from '../../schemas/feedback/changelog.ts';
import type { LinkedEntry } from '../../services/feedback/plans/changelog.ts';

export function presentChangelogEntry({ entry, linkedPostIds }: LinkedEntry): ChangelogBody {
  return {
    id: entry.id,
    title: entry.title,
    content: entry.content,
    version: entry.version,
    type: entry.type,
    titleAr: entry.titleAr,
    contentAr: entry.contentAr,
    publishedAt: entry.publishedAt.toISOString(),
    linkedPostIds: [...linkedPostIds],
    announce: entry.isAnnounced,
    projectId: entry.projectId,
    createdBy: entry.createdBy,
    createdAt: entry.createdAt.toISOString(),
    updatedAt: entry.updatedAt.toISOString(),
  };
}
