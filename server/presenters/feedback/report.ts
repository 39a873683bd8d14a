import type { ContentReport } from '../../../models/feedback/moderation/ContentReport.ts';
import type { ReportBody, ReportGroupBody } from '../../schemas/feedback/reports.ts';
import type { ReportGroup } from '../../services/feedback/moderation/report-queue.ts';

export function presentReport({ entityType, entityId, reason, note, createdAt }: ContentReport): ReportBody {
  return { entityType, entityId, reason, note, createdAt: createdAt.toISOString() };
}

export function presentReportGroup({ reported, content }: ReportGroup): ReportGroupBody {
  const { entityType, entityId, count, spam, abuse, offTopic, personalData, other, state } = reported;
  return {
    entityType,
    entityId,
    count,
    reasons: { spam, abuse, off_topic: offTopic, personal_data: personalData, other },
    firstAt: reported.firstAt.toISOString(),
    lastAt: reported.lastAt.toISOString(),
    state,
    content: content && presentContent(content),
    contentHash: content?.contentHash ?? null,
  };
}

function presentContent(content: NonNullable<ReportGroup['content']>): NonNullable<ReportGroupBody['content']> {
  const { authorId, title, text, images, rating, status, createdAt, editedAt } = content;
  const times = { createdAt: createdAt.toISOString(), editedAt: editedAt?.toISOString() ?? null };
  return { authorId, title, text, images: [...images], rating, status, ...times };
}
