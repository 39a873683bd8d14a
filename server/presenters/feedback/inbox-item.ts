import type { InboxItemBody } from '../../schemas/feedback/readers/inbox.ts';
import type { ShownItem } from '../../services/feedback/inbox/inbox.ts';

export function presentInboxItem({ id, type, title, text, language, target, createdAt, readAt }: ShownItem): InboxItemBody {
  return {
    id,
    type,
    title,
    text,
    language,
    dir: language === 'ar' ? 'rtl' : 'ltr',
    target: target === null ? null : { type: target.type, id: target.id },
    createdAt: createdAt.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  };
}
