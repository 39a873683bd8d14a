/** How one kind of write is sent, and how its rows are found again by the id that each write carries. */
export interface Kind {
  readonly name: string;
  /** `always`: the request may be repeated as it is; `with-key`: only with an `Idempotency-Key`. */
  readonly repeatable: 'always' | 'with-key';
  /** A request below `/api/v1`. */
  readonly request: (id: string, postId: number) => readonly [path: string, body?: object];
  /** Selects the ids of the stored rows as text. */
  readonly stored: string;
}

/** The app whose events are reported, and the item that is reviewed. */
export const APP = 'shop';
export const ITEM = { itemType: 'store', itemId: 1 } as const;

/** The user of a write is its id too, so that no rule about one user meets two writes. */
export const KINDS: readonly Kind[] = [
  {
    name: 'votes',
    repeatable: 'always',
    request: (_, postId) => [`/posts/${postId}/vote`],
    stored: 'SELECT user_id AS text FROM post_votes',
  },
  {
    name: 'reviews',
    repeatable: 'with-key',
    request: (id) => ['/reviews', { ...ITEM, rating: 5, title: id }],
    stored: `SELECT title AS text FROM reviews WHERE item_type = '${ITEM.itemType}' AND item_id = ${ITEM.itemId}`,
  },
  {
    name: 'comments',
    repeatable: 'with-key',
    request: (id, postId) => ['/comments', { entityType: 'post', entityId: postId, content: id }],
    stored: 'SELECT content AS text FROM comments',
  },
  {
    name: 'posts',
    repeatable: 'with-key',
    request: (id) => ['/posts', { title: `Post ${id}`, description: id, category: 'bug' }],
    stored: "SELECT description AS text FROM posts WHERE title LIKE 'Post %'",
  },
  {
    name: 'events',
    repeatable: 'always',
    request: (id) => [`/apps/${APP}/analytics`, { eventType: 'opened', platform: 'ios', userId: id, eventId: id }],
    stored: 'SELECT event_id AS text FROM analytics_events',
  },
];

/** The id of the write with this number: a UUID. */
export function idOf(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
}
