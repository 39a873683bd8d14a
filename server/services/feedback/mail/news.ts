import type { MailData } from '../../../platform/mail/mail-content.ts';
import type { NewItem } from '../inbox/note-items.ts';

/** The news that a broadcast brings to the readers of posts: a mail, and an item of the inbox. */
export interface News {
  readonly postIds: readonly number[];
  readonly template: 'post_status' | 'changelog';
  /** The data of the mail, without `reader`. */
  readonly mail: MailData;
  /** null for an announced entry, which everybody has in the inbox without a row. */
  readonly item: Omit<NewItem, 'userId' | 'createdAt'> | null;
}

/** A broadcast as it is stored. */
interface StoredNews {
  readonly id: number;
  readonly mail_key: string;
  readonly post_id: number;
  /** JSON of `MailData`. */
  readonly data: string;
}

/** The key of the one broadcast about a changelog entry. */
export function changelogKey(entryId: number): string {
  return `changelog:${entryId}`;
}

interface PublishedEntry {
  readonly title: string;
  readonly titleAr: string | null;
  readonly isAnnounced: boolean;
}

/** The data of a broadcast about an entry that answers posts. */
export function changelogData({ title, titleAr, isAnnounced }: PublishedEntry, postIds: readonly number[]): MailData {
  return { title, titleAr, posts: postIds.join(','), announced: isAnnounced ? 'yes' : null };
}

/** The news of a stored broadcast. */
export function newsOf({ id, mail_key: key, post_id: postId, data }: StoredNews): News {
  const stored: MailData = JSON.parse(data);
  const [, entryId] = /^changelog:(\d+)$/.exec(key) ?? [];
  if (entryId === undefined) {
    const { before = null, after = null, reason = null } = stored;
    const item = { type: 'post.status', entityType: 'post', entityId: postId, revision: Number(id), data: { before, after, reason } };
    return { postIds: [postId], template: 'post_status', mail: stored, item };
  }
  const { posts, announced, ...mail } = stored;
  const item = { type: 'changelog.published', entityType: 'changelog', entityId: Number(entryId), revision: 0 };
  return { postIds: (posts ?? '').split(',').map(Number), template: 'changelog', mail, item: announced === null ? item : null };
}
