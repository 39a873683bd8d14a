// Raw SQL: an upsert locks the owners' rows, and relative updates change their counters.
import { Op } from 'sequelize';
import { Favorite } from '../../../models/feedback/Favorite.ts';
import type { Database } from '../../platform/db/database.ts';
import { insertRows } from '../../platform/db/records/insert-rows.ts';
import { addToCounters, ensureRows } from '../../platform/db/statements/sql.ts';
import { type Batches, textSize } from '../../platform/db/transactions/batches.ts';
import { incrementCounters } from './counts/counts.ts';

/** The wish of one user for one item. */
export interface FavoriteWish extends Pick<Favorite, 'userId' | 'itemType' | 'itemId' | 'createdAt'> {
  /** Whether the item must be a favorite afterwards; null for the opposite of the present state. */
  readonly desired: boolean | null;
}

export interface FavoriteChange {
  /** Whether the item is a favorite now. */
  readonly isFavorite: boolean;
  /** The favorite that exists or was removed; null when there was nothing to remove. */
  readonly favorite: Favorite | null;
  readonly isChanged: boolean;
}

const OWNERS = { table: 'favorite_owners', key: ['project_id', 'user_id'], add: ['total'] };

/** One user and one item. */
function wishIdentity({ userId, itemType, itemId }: Pick<Favorite, 'userId' | 'itemType' | 'itemId'>): string {
  return `${userId} ${itemType} ${itemId}`;
}

/** Fulfils the wishes of one project, of which no two have the same identity. */
async function writeFavorites(db: Database, projectId: number, wishes: readonly FavoriteWish[]): Promise<FavoriteChange[]> {
  await lockOwners(db, projectId, wishes);
  const present = await findPresent(db, projectId, wishes);
  const decided = wishes.map((wish) => decide(wish, present.get(wishIdentity(wish)) ?? null));
  const added = decided.filter(({ isFavorite, favorite }) => isFavorite && favorite === null);
  const removed = decided.flatMap(({ isFavorite, favorite }) => (isFavorite || favorite === null ? [] : [favorite]));
  const rows = await insertRows(
    db,
    db.model(Favorite),
    added.map(({ wish: { desired: _desired, ...values } }) => ({ ...values, projectId })),
  );
  if (removed.length > 0) await db.model(Favorite).destroy({ where: { projectId, id: removed.map(({ id }) => id) } });
  await incrementTotals(db, projectId, { added: rows, removed });
  const fresh = new Map(added.map((decision, index) => [decision, rows[index] ?? null]));
  return decided.map((decision) => changeOf(decision, fresh.get(decision)));
}

export const FAVORITES: Batches<FavoriteWish, FavoriteChange> = {
  name: 'favorites',
  sizeOf: () => textSize(),
  identityOf: wishIdentity,
  write: writeFavorites,
};

interface Decision {
  readonly wish: FavoriteWish;
  /** The favorite before the change. */
  readonly favorite: Favorite | null;
  readonly isFavorite: boolean;
}

function decide(wish: FavoriteWish, favorite: Favorite | null): Decision {
  return { wish, favorite, isFavorite: wish.desired ?? favorite === null };
}

/** `added` is the row of a favorite that did not exist before. */
function changeOf({ isFavorite, favorite }: Decision, added: Favorite | null | undefined): FavoriteChange {
  return { isFavorite, favorite: added ?? favorite, isChanged: isFavorite !== (favorite !== null) };
}

/** The changes of one owner wait for each other. */
async function lockOwners(db: Database, projectId: number, wishes: readonly FavoriteWish[]): Promise<void> {
  const owners = [...new Set(wishes.map(({ userId }) => userId))].sort();
  await ensureRows(
    db,
    OWNERS.table,
    OWNERS.key,
    owners.map((userId) => ({ project_id: projectId, user_id: userId, total: 0 })),
  );
}

async function findPresent(db: Database, projectId: number, wishes: readonly FavoriteWish[]): Promise<Map<string, Favorite>> {
  const anyOf = wishes.map(({ userId, itemType, itemId }) => ({ userId, itemType, itemId }));
  const found = await db.model(Favorite).findAll({ where: { projectId, [Op.or]: anyOf } });
  return new Map(found.map((favorite) => [wishIdentity(favorite), favorite]));
}

async function incrementTotals(db: Database, projectId: number, changed: { added: Favorite[]; removed: Favorite[] }): Promise<void> {
  const totals = new Map<string, number>();
  for (const { userId } of changed.added) totals.set(userId, (totals.get(userId) ?? 0) + 1);
  for (const { userId } of changed.removed) totals.set(userId, (totals.get(userId) ?? 0) - 1);
  const moved = [...totals].filter(([, total]) => total !== 0);
  const rows = moved.map(([userId, total]) => ({ project_id: projectId, user_id: userId, total }));
  await addToCounters(db, OWNERS, rows);
  await incrementCounters(db, projectId, { favorites: changed.added.length - changed.removed.length });
}
