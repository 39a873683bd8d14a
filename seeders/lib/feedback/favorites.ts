import { byTime, momentAfter, shuffled } from '../arrange.ts';
import type { Demo } from '../demo.ts';
import type { DemoUser } from '../users.ts';
import { ITEMS } from './reviews.ts';

const FAVORITES = 40;

/** Favorites of users, among the products and stores that `ITEMS` lists first. */
export async function seedFavorites({ store, random, end }: Demo, people: readonly DemoUser[]): Promise<void> {
  const owners = people.slice(0, 14);
  const pairs = owners.flatMap((user) => ITEMS.slice(0, 12).map((item) => ({ user, item })));
  const chosen = shuffled(random, pairs).slice(0, FAVORITES);
  const dated = chosen.map(({ user, item }) => ({
    user,
    item,
    createdAt: momentAfter(random, { from: user.createdAt, end, hours: 4_000 }),
  }));
  for (const { user, item, createdAt } of dated.sort(byTime)) {
    await store.insert('favorites', { user_id: user.id, item_type: item.itemType, item_id: item.itemId, created_at: createdAt });
  }
}
