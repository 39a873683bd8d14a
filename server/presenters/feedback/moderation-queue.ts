import type { QueueEntryBody } from '../../schemas/feedback/moderation/queue.ts';
import type { QueueEntry } from '../../services/feedback/moderation/queue/queue.ts';

export function presentQueueEntry({ place, content, language, author, about, reports, waitingSince }: QueueEntry): QueueEntryBody {
  const { kind, id, reason } = place;
  const { status, title, text, rating, images, contentHash, createdAt } = content;
  return {
    kind,
    id,
    reason,
    status,
    title,
    text,
    rating,
    images: [...images],
    language,
    contentHash,
    author: presentAuthor(author),
    about: about && { type: about.type, id: about.id, title: about.title },
    reports: reports && presentReports(reports),
    createdAt: createdAt.toISOString(),
    waitingSince: waitingSince.toISOString(),
  };
}

function presentAuthor({ id, name, isGuest, isErased, createdAt, ...past }: QueueEntry['author']): QueueEntryBody['author'] {
  const { removed, reported, blockedBy } = past;
  return { id, name, isGuest, isErased, createdAt: createdAt?.toISOString() ?? null, removed, reported, blockedBy };
}

function presentReports(reports: NonNullable<QueueEntry['reports']>): NonNullable<QueueEntryBody['reports']> {
  const { count, spam, abuse, offTopic, personalData, other, firstAt } = reports;
  const reasons = { spam, abuse, off_topic: offTopic, personal_data: personalData, other };
  return { count, reasons, firstAt: firstAt.toISOString() };
}
