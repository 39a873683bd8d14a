import { byTime, momentAfter, momentOf, someDay } from '../arrange.ts';
import type { Demo } from '../demo.ts';
import { searchKey } from '../fold.ts';
import type { Target } from '../targets.ts';
import { APPROVED_GUESTS, type GuestReview, PENDING_GUESTS, REJECTED } from '../texts/guest-review-texts.ts';
import { type ItemReviews, PRODUCT_REVIEWS, STORE_REVIEWS } from '../texts/review-texts.ts';
import { SERVICE_REVIEWS } from '../texts/service-review-texts.ts';
import { type DemoUser, someUser } from '../users.ts';

export const ITEMS: readonly ItemReviews[] = [...PRODUCT_REVIEWS, ...STORE_REVIEWS, ...SERVICE_REVIEWS];

interface Draft {
  /** Type and id, such as `product 101`. */
  readonly item: string;
  readonly rating: number;
  readonly title: string | null;
  readonly comment: string | null;
  readonly images: number;
  readonly status: 'pending' | 'approved' | 'rejected';
  readonly reason: string | null;
  /** Null for an author with an account. */
  readonly guest: { readonly email: string; readonly name: string | null } | null;
  readonly key: string | null;
  readonly isEdited: boolean;
  readonly createdAt: Date;
}

/** Inserts reviews of users and guests; returns those with a thread by `review <key>`. */
export async function seedReviews(demo: Demo, people: readonly DemoUser[]): Promise<Map<string, Target>> {
  const { store, random } = demo;
  const targets = new Map<string, Target>();
  const authorsOf = new Map<string, string[]>();
  const drafts = [...ITEMS.flatMap((item) => draftsOf(demo, item)), ...guestDrafts(demo)].sort(byTime);
  for (const [index, draft] of drafts.entries()) {
    const { item, comment, guest, createdAt, key } = draft;
    const earlier = authorsOf.get(item) ?? [];
    const userId = guest ? `guest:${guest.email}` : someUser(random, people, { at: createdAt, text: comment, except: earlier }).id;
    authorsOf.set(item, [...earlier, userId]);
    const id = await store.insert('reviews', { ...columnsOf(demo, draft, index), user_id: userId });
    if (key !== null) targets.set(`review ${key}`, { entityType: 'review', entityId: id, userId, createdAt });
  }
  return targets;
}

function draftsOf({ random, end }: Demo, { itemType, itemId, written, stars = '' }: ItemReviews): Draft[] {
  const common = { item: `${itemType} ${itemId}`, status: 'approved', reason: null, guest: null } as const;
  const withWords = written.map(({ title = null, images = 0, key = null, isEdited = false, ...rest }) => {
    // a review with comments must be old enough for them
    const createdAt = momentOf(random, end, someDay(random, 175, key === null && !isEdited ? 1 : 15));
    return { ...common, ...rest, title, images, key, isEdited, createdAt };
  });
  const without = { ...common, title: null, comment: null, images: 0, key: null, isEdited: false };
  const rated = [...stars].map((star) => ({ ...without, rating: Number(star), createdAt: momentOf(random, end, someDay(random, 175, 1)) }));
  return [...withWords, ...rated];
}

function guestDrafts({ random, end }: Demo): Draft[] {
  const approved = APPROVED_GUESTS.map((review) => ({ review, status: 'approved', reason: null, days: someDay(random, 172, 5) }) as const);
  const pending = PENDING_GUESTS.map((review) => ({ review, status: 'pending', reason: null, days: someDay(random, 13, 1) }) as const);
  const rejected = REJECTED.map(
    (review) => ({ review, status: 'rejected', reason: review.reason, days: someDay(random, 165, 8) }) as const,
  );
  return [...approved, ...pending, ...rejected].map(({ review, status, reason, days }) => ({
    item: review.item,
    rating: review.rating,
    title: review.title ?? null,
    comment: review.comment,
    images: 0,
    status,
    reason,
    guest: guestOf(review),
    key: null,
    isEdited: false,
    createdAt: momentOf(random, end, days),
  }));
}

function guestOf({ mailbox, name }: Omit<GuestReview, 'mailbox'> & { mailbox: string | null }): Draft['guest'] {
  return mailbox === null ? null : { email: `${mailbox}@example.com`, name };
}

function columnsOf({ random, end }: Demo, draft: Draft, index: number) {
  const { item, rating, title, comment, images, status, reason, guest, isEdited, createdAt } = draft;
  const [itemType = '', itemId] = item.split(' ');
  const wasTouched = isEdited || status === 'rejected' || (guest !== null && status === 'approved');
  const updatedAt = wasTouched ? momentAfter(random, { from: createdAt, end, hours: 30 }) : createdAt;
  return {
    item_type: itemType,
    item_id: Number(itemId),
    rating,
    title,
    comment,
    images: images === 0 ? null : JSON.stringify(addresses(images, index)),
    status,
    is_settled: status !== 'pending',
    status_reason: reason,
    source: guest === null ? 'authenticated' : 'email_guest',
    guest_email: guest?.email ?? null,
    guest_name: guest?.name ?? null,
    search_key: searchKey(guest?.email ?? null, guest?.name ?? null, title, comment),
    edited_at: isEdited ? updatedAt : null,
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

function addresses(count: number, index: number): string[] {
  return Array.from({ length: count }, (_, number) => `https://example.com/reviews/${index + 1}/${number + 1}.jpg`);
}
